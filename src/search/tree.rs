use super::node::{Edge, NONE, Node};
use super::proven::{self, ProvenResult};
use crate::game::{Outcome, Side};
use std::mem;
use std::ops::Range;

/// The tree in two arenas; indices instead of pointers, positions replayed instead of stored.
///
/// ```text
/// nodes  [ root | .... | .... | ...            in the order of their expansion: a child comes after its parent
///           |
///           +-- first, len ----+
///                              v
/// edges  [ root's edges ...... | edges of node 1 ........ | ...        one run a node
///          each edge: child ---------> nodes
///
/// a run  [ a | b | c | d | e | f ]        at the root: in the order of legal moves
///        [ d | b | f | a | c | e ]        below: the visited moves and the next one to visit, then the others
///          candidates (3)
///
/// Node   first u32 | len u32 | candidates u32 | score f32 | draws f32 | side u8 | has_draw bool | is_chance bool
///        24 bytes
/// Edge   score f64 | draws f64 | mv | prior f32 | child u32 | visits u32 | proven 4 bytes | in_flight u16
///        34 bytes + move, padded
/// ```
///
/// An edge holds all that selection needs of a move, so selection reads one run of memory and no child. Scores are
/// **seen by the first side**; selection gives them their sign. Sums are f64: an f32 sum would stop growing in a long
/// analysis.
///
/// Below the root, unvisited moves differ only in their priors, and none of them is proven. So selection needs to read
/// no more than the visited moves and the unvisited one with the highest prior: a handful of perhaps 200 legal moves.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The most bytes of nodes and edges.
    memory: usize,
    /// Scratch memory of [`Tree::keep_subtree`].
    marks: Vec<u32>,
    /// The result of the root; any other node's is on the edge that leads to it.
    pub root_proven: Option<ProvenResult>,
}

/// The memory limit of a search tree unless [`Search::set_memory`](super::Search::set_memory) sets another: 1 GiB.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// A step of the path from the root to a leaf: a node and the edge taken there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub node: u32,
    pub edge: u32,
}

/// The root's index in `nodes`.
pub(super) const ROOT: u32 = 0;

/// Bytes of a node, with its mark while a subtree is kept.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<u32>();

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new(), memory: DEFAULT_MEMORY, marks: Vec::new(), root_proven: None }
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// Removes everything. Keeps the memory for the next tree, as far as still allowed.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.root_proven = None;
        let (nodes, edges) = self.most();
        self.nodes.shrink_to(nodes);
        self.edges.shrink_to(edges);
    }

    /// Sets the memory limit of nodes and edges, in bytes. A tree that is larger stays as it is.
    pub fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// The memory limit of nodes and edges, in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Size of nodes and edges, in bytes.
    pub fn bytes(&self) -> usize {
        bytes::<M>(self.nodes.len(), self.edges.len())
    }

    /// Whether there is room for a node with this many moves: always for the root.
    #[inline]
    pub fn has_room(&self, moves: usize) -> bool {
        let edges = self.edges.len() + moves;
        self.is_empty() || edges < NONE as usize && bytes::<M>(self.nodes.len() + 1, edges) <= self.memory
    }

    /// Whether the root is still to be evaluated.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn edges(&self, node: u32) -> &[Edge<M>] {
        &self.edges[self.range(node)]
    }

    /// The edges of the root; empty before it is evaluated.
    pub fn root_edges(&self) -> &[Edge<M>] {
        if self.is_empty() { &[] } else { self.edges(ROOT) }
    }

    /// The index of a node's edge from its place among the node's edges.
    #[inline]
    pub fn edge_index(&self, node: u32, place: usize) -> u32 {
        self.node(node).first + place as u32
    }

    /// The place of a step's edge among its node's edges.
    #[inline]
    pub fn place(&self, step: Step) -> usize {
        (step.edge - self.node(step.node).first) as usize
    }

    #[inline]
    pub fn edge(&self, edge: u32) -> &Edge<M> {
        &self.edges[edge as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, edge: u32) -> &mut Edge<M> {
        &mut self.edges[edge as usize]
    }

    /// The edges that selection below the root chooses from: the visited ones in the order of their first visits, and
    /// the unvisited one with the highest prior (the first of equals). The latter is found only now, since most nodes
    /// are never followed.
    #[inline]
    pub fn candidates(&mut self, node: u32) -> &[Edge<M>] {
        let range = self.range(node);
        let count = &mut self.nodes[node as usize].candidates;
        let edges = &mut self.edges[range];
        let (known, rest) = edges.split_at_mut(*count as usize);
        if known.last().is_none_or(|e| e.started() > 0) && !rest.is_empty() {
            let next = (1..rest.len()).fold(0, |best, e| if rest[e].prior > rest[best].prior { e } else { best });
            rest[..=next].rotate_right(1); // the others keep their order
            *count += 1;
        }
        &edges[..*count as usize]
    }

    fn range(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..(node.first + node.len) as usize
    }

    /// Adds a node with its moves, below the edge `parent` or as the root. The caller has checked that there is room.
    /// `score` and `draws` as in [`Node`].
    pub fn expand(&mut self, parent: Option<u32>, side: Side, moves: &[M], priors: &[f32], score: f32, draws: f32) {
        let first = index(self.edges.len());
        let child = index(self.nodes.len());
        // Vectors grow by doubling, but not beyond the memory limit.
        let (most_nodes, most_edges) = self.most();
        reserve(&mut self.nodes, 1, most_nodes);
        reserve(&mut self.edges, moves.len(), most_edges);
        self.edges.extend(moves.iter().zip(priors).map(|(&mv, &prior)| Edge {
            score: 0.0,
            draws: 0.0,
            mv,
            prior,
            child: NONE,
            visits: 0,
            in_flight: 0,
            proven: None,
        }));
        let len = index(self.edges.len()) - first;
        self.nodes.push(Node { first, len, candidates: 0, score, draws, side, has_draw: false, is_chance: false });
        if let Some(parent) = parent {
            self.edge_mut(parent).child = child;
        }
    }

    /// The most nodes with the current edges, and the most edges with the current nodes.
    fn most(&self) -> (usize, usize) {
        let free = self.memory.saturating_sub(self.bytes());
        (self.nodes.len() + free / NODE_BYTES, self.edges.len() + free / size_of::<Edge<M>>())
    }

    /// Sets the result of a move.
    pub fn set_proven(&mut self, step: Step, proven: ProvenResult) {
        self.edge_mut(step.edge).proven = Some(proven);
        let node = &mut self.nodes[step.node as usize];
        node.has_draw |= proven.outcome == Outcome::Draw && !node.is_chance;
    }

    /// Adds a node where chance acts, with its moves, below the edge `parent` or as the root. `side` is the one from
    /// which the game sees its value.
    pub fn expand_chance(&mut self, parent: Option<u32>, side: Side, moves: &[M], priors: &[f32]) -> u32 {
        self.expand(parent, side, moves, priors, 0.0, 0.0);
        let node = self.nodes.last_mut().expect("a node was added");
        node.is_chance = true;
        index(self.nodes.len() - 1)
    }

    /// The place of the move that chance takes next: one of those with the fewest visits. So visits are in proportion
    /// to the probabilities, which are equal, and means over them are expectations.
    pub fn next_outcome(&self, node: u32) -> usize {
        let edges = self.edges(node).iter().enumerate();
        edges.min_by_key(|(_, edge)| edge.started()).map_or(0, |(place, _)| place)
    }

    /// Notes that the node added last has a move that draws at once.
    pub fn note_draw_at_hand(&mut self) {
        self.nodes.last_mut().expect("a node was added").has_draw = true;
    }

    /// The result of a node, if its moves prove it.
    pub fn prove(&self, node: u32) -> Option<ProvenResult> {
        let moves = self.edges(node).iter().map(|e| e.proven);
        if self.node(node).is_chance {
            proven::combine_all(moves)
        } else {
            proven::combine(self.node(node).side, moves)
        }
    }

    /// The proven move that is best for the side to act at a node.
    pub fn preferred(&self, node: u32) -> Option<&Edge<M>> {
        let side = self.node(node).side;
        self.edges(node).iter().filter(|e| !e.is_open()).max_by_key(|e| e.proven.map(|p| p.preference(side)))
    }

    /// Makes `node` the root and drops everything that does not descend from it, in place and in one pass: children
    /// come after their parents, so everything moves towards the front.
    pub fn keep_subtree(&mut self, node: u32) {
        if node == ROOT {
            return;
        }
        // A kept node's mark is the new index of the edge that leads to it; the new root has no such edge.
        let mut marks = mem::take(&mut self.marks);
        marks.clear();
        marks.resize(self.nodes.len(), NONE);
        let (mut kept, mut kept_edges) = (0, 0);
        for old in node as usize..self.nodes.len() {
            if marks[old] == NONE && old != node as usize {
                continue;
            }
            if marks[old] != NONE {
                self.edges[marks[old] as usize].child = index(kept);
            }
            let range = self.range(index(old));
            for (to, from) in (kept_edges..).zip(range.clone()) {
                self.edges[to] = self.edges[from];
                if let Some(child) = self.edges[to].child() {
                    marks[child as usize] = index(to);
                }
            }
            self.nodes[kept] = Node { first: index(kept_edges), ..self.nodes[old] };
            kept += 1;
            kept_edges += range.len();
        }
        self.nodes.truncate(kept);
        self.edges.truncate(kept_edges);
        self.marks = marks;
    }

    /// Puts the edges of the root back into the order of its legal moves; selection has changed it if the node was
    /// below another root.
    pub fn order_root(&mut self, legal: &[M]) {
        let range = self.range(ROOT);
        let edges = &mut self.edges[range];
        for (place, &mv) in legal.iter().enumerate() {
            let off = edges[place..].iter().position(|e| e.mv == mv).expect("a node has an edge for each legal move");
            edges.swap(place, place + off);
        }
    }
}

/// Bytes of this many nodes and edges.
const fn bytes<M>(nodes: usize, edges: usize) -> usize {
    nodes * NODE_BYTES + edges * size_of::<Edge<M>>()
}

/// Makes room for `more` items: doubles the capacity, but not beyond `most` items unless they need it.
#[inline]
fn reserve<T>(items: &mut Vec<T>, more: usize, most: usize) {
    let needed = items.len() + more;
    if needed > items.capacity() {
        let capacity = (2 * items.capacity()).min(most).max(needed);
        items.reserve_exact(capacity - items.len());
    }
}

/// Converts an index for storing; [`Tree::has_room`] makes sure that it fits.
fn index(index: usize) -> u32 {
    u32::try_from(index).expect("a search tree has fewer than 2^32 moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_kept_whole() {
        let mut tree = Tree::default();
        let add = |tree: &mut Tree<u8>, parent, moves: &[u8]| {
            tree.expand(parent, Side::First, moves, &vec![0.5; moves.len()], 0.0, 0.0);
        };
        add(&mut tree, None, &[1, 2]);
        add(&mut tree, Some(0), &[3]);
        add(&mut tree, Some(1), &[4, 5]); // the node to keep
        add(&mut tree, Some(2), &[6]);
        add(&mut tree, Some(4), &[7, 8]);
        tree.keep_subtree(2);
        let moves = |node| tree.edges(node).iter().map(|e| e.mv).collect::<Vec<_>>();
        assert_eq!(tree.nodes.len(), 2);
        assert_eq!(moves(ROOT), [4, 5]);
        assert_eq!(tree.edges(ROOT)[0].child(), None);
        assert_eq!(tree.edges(ROOT)[1].child(), Some(1));
        assert_eq!(moves(1), [7, 8]);
    }

    #[test]
    fn candidates_come_by_falling_prior() {
        let mut tree = Tree::default();
        tree.expand(None, Side::First, &[1, 2, 3, 4, 5], &[0.1, 0.3, 0.1, 0.3, 0.2], 0.0, 0.0);
        for expected in [&[2][..], &[2, 4], &[2, 4, 5], &[2, 4, 5, 1], &[2, 4, 5, 1, 3]] {
            for _ in 0..2 {
                assert!(tree.candidates(ROOT).iter().map(|e| e.mv).eq(expected.iter().copied()));
            }
            tree.edge_mut(expected.len() as u32 - 1).visits = 1;
        }
        assert_eq!(tree.candidates(ROOT).len(), 5);
        tree.order_root(&[1, 2, 3, 4, 5]);
        assert!(tree.edges(ROOT).iter().map(|e| e.mv).eq(1..=5));
    }
}
