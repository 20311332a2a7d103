use crate::game::{AnyGame, Game, Seat, Side};
use crate::players::{Player, seat_sides};

/// Who chooses the moves of a seat.
pub enum Chair {
    Person,
    Player(String, Box<dyn Player>),
}

/// The occupant of each seat, and the side of each seat: sides win, seats move.
pub(super) struct Seating {
    /// The occupants, by [`Seat::index`].
    chairs: Vec<Chair>,
    names: Vec<String>,
    /// The sides, by [`Seat::index`].
    sides: Vec<Side>,
}

impl Chair {
    /// The name shown to the person.
    pub(super) fn name(&self) -> &str {
        match self {
            Chair::Person => "you",
            Chair::Player(name, _) => name,
        }
    }

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Chair::Person)
    }
}

impl Seating {
    /// # Panics
    /// The number of chairs is not that of the game's seats.
    pub fn new(game: &AnyGame, chairs: Vec<Chair>) -> Self {
        let names = Vec::from_iter(game.seat_names().into_iter().map(str::to_owned));
        assert_eq!(chairs.len(), names.len(), "one chair for each seat");
        Seating { chairs, names, sides: seat_sides(game) }
    }

    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    pub fn chairs_mut(&mut self) -> &mut [Chair] {
        &mut self.chairs
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].is_person()
    }

    pub fn has_person(&self) -> bool {
        self.chairs.iter().any(Chair::is_person)
    }

    pub fn seat_name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// The names of a side's seats.
    pub fn side_name(&self, side: Side) -> String {
        Vec::from_iter(self.seats(side).map(|seat| self.names[seat].as_str())).join(" and ")
    }

    /// A side's number, its seats' names and whether it is the person's.
    pub fn describe(&self, side: Side) -> String {
        let has_person = |side| self.seats(side).any(|seat| self.chairs[seat].is_person());
        let whose = match (has_person(side) && !has_person(side.other()), self.seats(side).count()) {
            (true, 1) => ", you",
            (true, _) => ", your team",
            (false, _) => "",
        };
        format!("side {} ({}{whose})", side.index(), self.side_name(side))
    }

    /// The seats of each side and their occupants, as a sentence.
    pub fn describe_all(&self) -> String {
        let seat = |seat: usize| format!("{} ({})", self.names[seat], self.chairs[seat].name());
        let sides = Side::BOTH.map(|side| {
            let seats = Vec::from_iter(self.seats(side).map(seat));
            format!("Side {}: {}.", side.index(), seats.join(", "))
        });
        sides.join(" ")
    }

    /// The names of the players of each side; if both are the same, with their seats of round 1.
    pub fn parties(&self) -> [String; 2] {
        let names = Side::BOTH.map(|side| {
            let names = self.seats(side).map(|seat| self.chairs[seat].name());
            Vec::from_iter(names).join(" and ")
        });
        if names[0] != names[1] {
            return names;
        }
        Side::BOTH.map(|side| format!("{} ({} in round 1)", names[side.index()], self.side_name(side)))
    }

    /// Exchanges the sides: the occupant of a side's first seat gets the other side's first seat, and so on. Teams
    /// stay together.
    pub fn exchange_sides(&mut self) {
        let [first, second] = Side::BOTH.map(|side| Vec::from_iter(self.seats(side)));
        for (seat, counterpart) in first.into_iter().zip(second) {
            self.chairs.swap(seat, counterpart);
        }
    }

    fn seats(&self, side: Side) -> impl Iterator<Item = usize> {
        (0..self.sides.len()).filter(move |&seat| self.sides[seat] == side)
    }
}
