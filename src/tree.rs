//! Trees stored in one list, for instance a game's moves with variations: traversals need no recursion, however deep a
//! tree is.

use std::iter::successors;
use std::ops::{Index, IndexMut};

/// A tree of values. Its nodes have numbers, the root 0; a node's is larger than its parent's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<T> {
    nodes: Vec<Node<T>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node<T> {
    value: T,
    parent: Option<usize>,
    children: Vec<usize>,
}

pub const ROOT: usize = 0;

impl<T> Tree<T> {
    /// A tree with only a root.
    pub fn new(root: T) -> Tree<T> {
        Tree { nodes: vec![Node { value: root, parent: None, children: Vec::new() }] }
    }

    /// Adds a node after the other children of its parent; returns its number.
    pub fn add(&mut self, parent: usize, value: T) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { value, parent: Some(parent), children: Vec::new() });
        self.nodes[parent].children.push(number);
        number
    }

    /// Removes a node with its descendants; returns its parent. The root stays.
    pub fn cut(&mut self, node: usize) -> Option<usize> {
        let parent = self.parent(node)?;
        self.nodes[parent].children.retain(|&child| child != node);
        Some(parent)
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// The children of a node, the one of the main line first.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// The root, and from each node the first of its children.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        successors(Some(ROOT), |&node| self.children(node).first().copied())
    }

    /// Number of lines from the root to a leaf.
    pub fn lines(&self) -> usize {
        let (mut open, mut lines) = (vec![ROOT], 0);
        while let Some(node) = open.pop() {
            lines += usize::from(self.children(node).is_empty());
            open.extend(self.children(node));
        }
        lines
    }

    /// Number of nodes, including removed ones.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<T> Index<usize> for Tree<T> {
    type Output = T;

    fn index(&self, node: usize) -> &T {
        &self.nodes[node].value
    }
}

impl<T> IndexMut<usize> for Tree<T> {
    fn index_mut(&mut self, node: usize) -> &mut T {
        &mut self.nodes[node].value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_branch_and_are_cut() {
        let mut tree = Tree::new('r');
        let a = tree.add(ROOT, 'a');
        let b = tree.add(a, 'b');
        let c = tree.add(a, 'c');
        let d = tree.add(c, 'd');
        tree[d] = 'e';
        let line = |tree: &Tree<char>| String::from_iter(tree.main_line().map(|node| tree[node]));
        assert_eq!((line(&tree).as_str(), tree.lines(), tree.len()), ("rab", 2, 5));
        assert_eq!((tree.parent(d), tree.children(a)), (Some(c), &[b, c][..]));
        assert_eq!(tree.cut(b), Some(a));
        assert_eq!((line(&tree).as_str(), tree.lines(), tree.cut(ROOT)), ("race", 1, None));
    }

    #[test]
    fn deep_trees_need_no_deep_calls() {
        let mut tree = Tree::new(0);
        let end = (1..=1_000_000).fold(ROOT, |parent, number| tree.add(parent, number));
        assert_eq!((tree.main_line().last(), tree.lines()), (Some(end), 1));
    }
}
