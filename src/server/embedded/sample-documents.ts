import type { JsonObject } from '#domain/json';

const CUSTOMERS = 60;
const FIRST_ID = 1_001;
/** 2019-03-04, when the first customer came. */
const FIRST_DAY = Date.UTC(2019, 2, 4);
const DAY_MS = 86_400_000;

const GIVEN_NAMES = ['Amara', 'Bruno', 'Chidi', 'Dilan', 'Elif', 'Freja', 'Goran', 'Hanna', 'Ines', 'Jonas', 'Kaito'];
const SURNAMES = ['Adeyemi', 'Berg', 'Costa', 'Demir', 'Eriksen', 'Fischer', 'Garcia'];
const STREETS = ['Harbour Street', 'Mill Lane', 'Station Road', 'Orchard Way', 'Castle Hill'];
const CITIES = [
  { city: 'Bergen', country: 'NO', lat: 60.39, lon: 5.32 },
  { city: 'Gent', country: 'BE', lat: 51.05, lon: 3.72 },
  { city: 'Porto', country: 'PT', lat: 41.15, lon: -8.61 },
  { city: 'Zürich', country: 'CH', lat: 47.37, lon: 8.54 },
] as const;

/** Customers of the sandbox's shop by their IDs: documents that anything that reads documents can be tried on. */
export function sampleCustomers(): ReadonlyMap<string, JsonObject> {
  return new Map(Array.from({ length: CUSTOMERS }, (_, at) => [String(FIRST_ID + at), customer(at)]));
}

/** Some have no e-mail address, and some two postal ones. */
function customer(at: number): JsonObject {
  const [given, surname] = [pick(GIVEN_NAMES, at), pick(SURNAMES, at)];
  const address = addressOf(at);
  return {
    id: String(FIRST_ID + at),
    name: `${given} ${surname}`,
    ...(at % 9 !== 4 && { email: `${given}.${surname}@shop.example`.toLowerCase() }),
    since: new Date(FIRST_DAY + at * 37 * DAY_MS).toISOString().slice(0, 10),
    address: at % 13 === 6 ? [address, addressOf(at + 1)] : address,
  };
}

function addressOf(at: number): JsonObject {
  const { city, country, lat, lon } = pick(CITIES, at);
  return {
    street: `${pick(STREETS, at)} ${(at % 40) + 1}`,
    ...{ city, country },
    location: { lat, lon },
  };
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}
