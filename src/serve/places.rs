use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

/// The most connections at once. Each one is a file, of which a process often has 1 024.
const MOST: usize = 512;

/// The most untrusted connections from one other machine.
const OF_ONE: usize = 64;

/// The places for connections. If they are full, a new connection replaces an untrusted one: one that has not shown
/// yet that it may use the engine, the oldest of the address with the most of them. So a crowd displaces itself, and
/// trusted clients keep their places.
#[derive(Debug, Default)]
pub(super) struct Places(Mutex<Connections>);

#[derive(Debug, Default)]
struct Connections {
    last: u64,
    /// The connections, the oldest first.
    connections: BTreeMap<u64, Connection>,
}

#[derive(Debug)]
struct Connection {
    from: Origin,
    known: Trust,
    leave: Arc<Notify>,
}

/// Whether a connection has shown that it may use the engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Trust(Arc<AtomicBool>);

impl Trust {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    number: u64,
    pub known: Trust,
    leave: Arc<Notify>,
}

impl Place {
    /// Waits until another connection needs the place.
    pub async fn needed(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.0.lock().connections.remove(&self.number);
    }
}

/// The origin of connections: an address, or a network whose addresses one machine may own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    ThisMachine,
    Address(IpAddr),
    Network(u64),
}

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Origin {
        match address.to_canonical() {
            address if address.is_loopback() => Origin::ThisMachine,
            IpAddr::V6(address) => Origin::Network((address.to_bits() >> 64) as u64),
            address => Origin::Address(address),
        }
    }
}

impl Places {
    /// A place for a connection from this address.
    pub fn enter(self: &Arc<Self>, from: IpAddr) -> Place {
        let mut taken = self.0.lock();
        let from = Origin::from(from);
        while let Some(number) = taken.in_the_way_of(from) {
            if let Some(connection) = taken.connections.remove(&number) {
                connection.leave.notify_one();
            }
        }
        taken.last += 1;
        let (number, known, leave) = (taken.last, Trust::default(), Arc::new(Notify::new()));
        taken.connections.insert(number, Connection { from, known: known.clone(), leave: Arc::clone(&leave) });
        Place { places: Arc::clone(self), number, known, leave }
    }
}

impl Connections {
    /// The connection that must leave before one from `from` can enter.
    fn in_the_way_of(&self, from: Origin) -> Option<u64> {
        let strangers = || self.connections.iter().filter(|(_, connection)| !connection.known.get());
        let oldest_of = |from| strangers().find(|(_, connection)| connection.from == from).map(|(&number, _)| number);
        let mut of_each: BTreeMap<Origin, usize> = BTreeMap::new();
        strangers().for_each(|(_, connection)| *of_each.entry(connection.from).or_default() += 1);
        if from != Origin::ThisMachine && of_each.get(&from).is_some_and(|&count| count >= OF_ONE) {
            return oldest_of(from);
        }
        if self.connections.len() < MOST {
            return None;
        }
        let crowd = of_each.into_iter().max_by_key(|&(_, count)| count);
        crowd.and_then(|(from, _)| oldest_of(from)).or_else(|| self.connections.keys().next().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(places: &Places) -> usize {
        places.0.lock().connections.len()
    }

    fn count(places: &Places, from: &str) -> usize {
        let from = Origin::from(from.parse::<IpAddr>().expect("an address"));
        places.0.lock().connections.values().filter(|connection| connection.from == from).count()
    }

    #[test]
    fn a_crowd_is_in_its_own_way() {
        let places = Arc::new(Places::default());
        let enter = |from: &str| places.enter(from.parse().expect("an address"));
        let friend = enter("192.0.2.1");
        friend.known.set();
        let guest = enter("192.0.2.2");
        // One machine, however many addresses of its network it has.
        let crowd = Vec::from_iter((0..1000).map(|number| enter(&format!("2001:db8::{number:x}"))));
        assert_eq!((count(&places, "2001:db8::"), count(&places, "192.0.2.2")), (OF_ONE, 1));
        // Many machines, and then this one.
        let crowds = Vec::from_iter((0..1000).map(|number| enter(&format!("198.51.{}.{}", number % 4, number / 4))));
        assert_eq!((all(&places), count(&places, "2001:db8::")), (MOST, 0));
        let own = Vec::from_iter((0..1000).map(|_| enter("127.0.0.1")));
        assert_eq!(all(&places), MOST);
        assert_eq!((count(&places, "192.0.2.1"), count(&places, "::1") > 0), (1, true));
        drop((crowd, crowds, own, guest, friend));
        assert_eq!(all(&places), 0);
    }
}
