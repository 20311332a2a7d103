use std::any::{TypeId, type_name};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::{MaybeUninit, needs_drop};

/// The most bytes of a position. Positions are copied a lot.
pub const POSITION_BYTES: usize = 128;

/// A position of any game, as the game's own type.
pub struct AnyPosition {
    bytes: Bytes,
    kind: &'static Kind,
}

/// Memory for a position, which need not fill it.
type Bytes = MaybeUninit<[u128; POSITION_BYTES / 16]>;

struct Kind {
    id: TypeId,
    name: fn() -> &'static str,
    /// How the position's owned memory is copied and freed; `None` for a type that owns none and is copied byte by
    /// byte.
    owned: Option<Owned>,
    eq: fn(&AnyPosition, &AnyPosition) -> bool,
    hash: fn(&AnyPosition, &mut dyn Hasher),
    debug: fn(&AnyPosition, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// How a position that owns memory is copied and freed.
struct Owned {
    clone: fn(&AnyPosition) -> AnyPosition,
    drop: fn(&mut AnyPosition),
}

/// The requirements on the type of a game's positions.
pub trait Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {}

impl<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> Position for P {}

trait HasKind: Position {
    const OWNED: Owned = Owned {
        clone: |position| AnyPosition::of(position.get::<Self>().clone()),
        // SAFETY: only `AnyPosition::drop` calls this, once.
        drop: |position| unsafe { std::ptr::drop_in_place(position.get_mut::<Self>()) },
    };
    const KIND: Kind = Kind {
        id: TypeId::of::<Self>(),
        name: type_name::<Self>,
        owned: if needs_drop::<Self>() { Some(Self::OWNED) } else { None },
        eq: |one, other| one.get::<Self>() == other.get(),
        hash: |position, mut hasher| position.get::<Self>().hash(&mut hasher),
        debug: |position, f| position.get::<Self>().fmt(f),
    };
}

impl<P: Position> HasKind for P {}

impl AnyPosition {
    #[inline]
    pub(super) fn of<P: Position>(position: P) -> Self {
        const {
            assert!(size_of::<P>() <= POSITION_BYTES, "a position has at most 128 bytes");
            assert!(align_of::<P>() <= align_of::<Bytes>());
        }
        let mut bytes = Bytes::uninit();
        // SAFETY: the position fits and is aligned, as just asserted.
        unsafe { bytes.as_mut_ptr().cast::<P>().write(position) };
        AnyPosition { bytes, kind: const { &P::KIND } }
    }

    /// The position as its game's own type.
    ///
    /// # Panics
    /// The position belongs to another game.
    #[inline]
    pub(super) fn get<P: Position>(&self) -> &P {
        self.check::<P>();
        // SAFETY: `of` wrote a value of this type there, and every change since was by `get_mut`.
        unsafe { &*self.bytes.as_ptr().cast::<P>() }
    }

    /// [`AnyPosition::get`], mutable.
    ///
    /// # Panics
    /// The position belongs to another game.
    #[inline]
    pub(super) fn get_mut<P: Position>(&mut self) -> &mut P {
        self.check::<P>();
        // SAFETY: as in `get`.
        unsafe { &mut *self.bytes.as_mut_ptr().cast::<P>() }
    }

    #[inline]
    fn check<P: Position>(&self) {
        let (given, expected) = (self.kind.name, type_name::<P>());
        assert!(self.kind.id == TypeId::of::<P>(), "a position of another game: {}, expected {expected}", given());
    }
}

impl Clone for AnyPosition {
    #[inline]
    fn clone(&self) -> Self {
        match &self.kind.owned {
            None => AnyPosition { bytes: self.bytes, kind: self.kind },
            Some(owned) => (owned.clone)(self),
        }
    }
}

impl Drop for AnyPosition {
    #[inline]
    fn drop(&mut self) {
        if let Some(owned) = &self.kind.owned {
            (owned.drop)(self);
        }
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.kind.id == other.kind.id && (self.kind.eq)(self, other)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind.hash)(self, state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.kind.debug)(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    /// A type with padding, and with the strictest alignment that fits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct PaddedPosition(u8, u128, Option<u16>);

    #[test]
    fn a_position_behaves_as_its_own_type() {
        let own = PaddedPosition(1, u128::MAX - 7, None);
        let mut any = AnyPosition::of(own);
        assert_eq!(*any.get::<PaddedPosition>(), own);
        assert_eq!(format!("{any:?}"), format!("{own:?}"));
        let hash = BuildHasherDefault::<DefaultHasher>::default();
        assert_eq!(hash.hash_one(&any), hash.hash_one(own));
        let copy = any.clone();
        any.get_mut::<PaddedPosition>().2 = Some(3);
        assert_eq!(any, AnyPosition::of(PaddedPosition(1, u128::MAX - 7, Some(3))));
        assert_eq!(copy, AnyPosition::of(own));
        assert_ne!(copy, any);
        assert_ne!(AnyPosition::of(1u8), AnyPosition::of(1u16));
    }

    #[test]
    #[should_panic(expected = "a position of another game: u8, expected u16")]
    fn a_position_is_not_read_as_another_games() {
        AnyPosition::of(1u8).get::<u16>();
    }
}
