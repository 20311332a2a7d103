use super::ast::{Actor, Expr, Relation};
use super::automaton::Automaton;
use super::raw::{Condition, Effect};
use super::tables::Shift;

/// A map of cells, pieces, variables and players.
#[derive(Clone, Debug)]
pub(super) struct Maps {
    pub cells: Vec<u16>,
    pub pieces: Vec<u8>,
    pub variables: Vec<u8>,
    pub players: [u8; 2],
}

impl Maps {
    pub fn identity(cells: usize, pieces: usize, variables: usize) -> Maps {
        Maps {
            cells: (0..cells as u16).collect(),
            pieces: (0..pieces as u8).collect(),
            variables: (0..variables as u8).collect(),
            players: [0, 1],
        }
    }

    /// The image of a set of pieces.
    pub fn mask(&self, pieces: u64) -> u64 {
        let own = self.pieces.iter().enumerate().filter(|&(piece, _)| pieces >> piece & 1 != 0);
        own.fold(0, |image, (_, &to)| image | 1 << to)
    }

    /// The image of the effect of an action.
    pub fn effect(&self, effect: &Effect) -> Effect {
        match effect {
            Effect::Put(piece) => Effect::Put(self.pieces[*piece as usize]),
            Effect::Assign(variable, value) => Effect::Assign(self.variables[*variable as usize], self.expr(value)),
            Effect::Switch(Actor::Player(player)) => Effect::Switch(Actor::Player(self.players[*player as usize])),
            Effect::Switch(actor @ (Actor::Keeper | Actor::Chance)) => Effect::Switch(*actor),
        }
    }

    /// The image of an expression, with operands in an order that does not depend on the text.
    pub fn expr(&self, expr: &Expr) -> Expr {
        let both = |left: &Expr, right: &Expr| (Box::new(self.expr(left)), Box::new(self.expr(right)));
        match expr {
            Expr::Constant(value) => Expr::Constant(*value),
            Expr::Variable(variable) => Expr::Variable(self.variables[*variable as usize]),
            Expr::Count(piece) => Expr::Count(self.pieces[*piece as usize]),
            Expr::Difference(left, right) => {
                let (left, right) = both(left, right);
                Expr::Difference(left, right)
            }
            Expr::Sum(left, right) => {
                let (left, right) = both(left, right);
                if left <= right { Expr::Sum(left, right) } else { Expr::Sum(right, left) }
            }
            Expr::Product(left, right) => {
                let (left, right) = both(left, right);
                if left <= right { Expr::Product(left, right) } else { Expr::Product(right, left) }
            }
        }
    }

    /// The image of a comparison, with sides in an order that does not depend on the text.
    pub fn comparison(&self, left: &Expr, relation: Relation, right: &Expr) -> Condition {
        let (left, right) = (self.expr(left), self.expr(right));
        let (left, relation, right) = match relation {
            Relation::Greater => (right, Relation::Less, left),
            Relation::GreaterOrEqual => (right, Relation::LessOrEqual, left),
            Relation::Equal | Relation::NotEqual if right < left => (right, relation, left),
            _ => (left, relation, right),
        };
        Condition::Compare(left, relation, right)
    }

    /// Whether the image of table `from` is table `to`.
    pub fn carries(&self, automaton: &Automaton, from: Shift, to: Shift) -> bool {
        match (from, to) {
            (Shift::Stay, Shift::Stay) | (Shift::All, Shift::All) => true,
            (Shift::One(_), Shift::One(_)) | (Shift::Many(_), Shift::Many(_)) => {
                (0..automaton.cells as u16).all(|cell| {
                    let row = automaton.tables.row(from, cell, automaton.cells);
                    let mut image: Vec<u16> = row.iter().map(|&to| self.cells[to as usize]).collect();
                    image.sort_unstable();
                    image == automaton.tables.row(to, self.cells[cell as usize], automaton.cells)
                })
            }
            _ => false,
        }
    }
}
