import { literalIn } from '../json/literals.ts';
import { isObject, member, numberFrom, type JsonObject, type JsonValue } from '../json/value.ts';
import { LARGEST_INTEGER, oneOf, type Accepts } from './values.ts';

/** What an encoder of a method takes, and which compression it makes, where that is known. */
interface Encoder {
  readonly parameters: ReadonlyMap<string, IsTaken>;
  compression(parameters: JsonObject): string | undefined;
}

/** Whether a parameter of an object is one that the plugin takes. */
type IsTaken = (parameters: JsonObject, name: string) => boolean;

interface Engine {
  readonly compressions: readonly string[];
  /** Counts: whole numbers above 0. */
  readonly counts: readonly string[];
  readonly encoders: ReadonlyMap<string, Encoder>;
  /** Encoders of vectors that are not of floats. */
  readonly ofOtherData: readonly string[];
}

const value =
  (accepts: Accepts): IsTaken =>
  (parameters, name) =>
    accepts(member(parameters, name) ?? null);
const flag = value((each) => typeof each === 'boolean');

/** No text, and written without a fraction or an exponent. */
const whole =
  (isIn: (count: number) => boolean): IsTaken =>
  (parameters, name) => {
    const count = member(parameters, name);
    return typeof count === 'number' && isIn(count) && /^\d+$/.test(literalIn(parameters, name) ?? String(count));
  };
const isCount = whole((count) => count >= 1 && count <= LARGEST_INTEGER);

/** By its bits the compression of the encoder binary; without bits it goes with any. */
const COMPRESSION_OF_BITS: ReadonlyMap<number, string> = new Map([
  [1, '32x'],
  [2, '16x'],
  [4, '8x'],
]);

/** Either 0, or from 0.9 to 1.0, of which only the latter notation is taken. */
const confidence: IsTaken = (parameters, name) => {
  const share = member(parameters, name);
  if (typeof share !== 'number') return false;
  return share === 0 || (share >= 0.9 && share < 1) || (share === 1 && literalIn(parameters, name) !== undefined);
};

/** The engines of the plugin k-NN: their compressions, and what they take of a method. Measured on OpenSearch 3.4. */
export const KNN_ENGINES: ReadonlyMap<string, Engine> = new Map([
  [
    'faiss',
    {
      compressions: ['1x', '2x', '8x', '16x', '32x'],
      counts: ['m', 'ef_construction', 'ef_search'],
      encoders: new Map<string, Encoder>([
        ['flat', { parameters: new Map(), compression: () => '1x' }],
        [
          'sq',
          {
            parameters: new Map([
              ['type', value(oneOf('fp16'))],
              ['clip', flag],
            ]),
            compression: () => '2x',
          },
        ],
        [
          'binary',
          {
            parameters: new Map([
              ['bits', whole((bits) => COMPRESSION_OF_BITS.has(bits))],
              ['random_rotation', flag],
              ['enable_adc', flag],
            ]),
            compression: (parameters) => COMPRESSION_OF_BITS.get(numberFrom(member(parameters, 'bits'))),
          },
        ],
      ]),
      ofOtherData: ['flat'],
    },
  ],
  [
    'lucene',
    {
      compressions: ['1x', '4x'],
      counts: ['m', 'ef_construction'],
      encoders: new Map<string, Encoder>([
        [
          'sq',
          {
            parameters: new Map([
              ['bits', whole((bits) => bits === 7)],
              ['confidence_interval', confidence],
            ]),
            compression: () => '4x',
          },
        ],
      ]),
      ofOtherData: [],
    },
  ],
]);

const ENCODER = 'encoder';
const ENCODER_MEMBERS: readonly string[] = ['name', 'parameters'];
/** Encoders that are learnt from vectors first. */
const TRAINED = 'pq';

/** What the rest of a field says about its method. */
interface MethodContext {
  /** In lower case; empty where the plugin chooses it. */
  readonly engine: string;
  readonly data: string;
  readonly compression: JsonValue | undefined;
}

/** Why the parameters of a method are refused; null where they are not. */
export function methodParametersProblem(given: JsonValue | undefined, context: MethodContext): string | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) return 'The parameters of a method are an object.';
  const { compression } = context;
  const name = context.engine === '' ? (compression === '4x' ? 'lucene' : 'faiss') : context.engine;
  const engine = KNN_ENGINES.get(name);
  if (engine === undefined) return null;
  const known = [...engine.counts, ENCODER];
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other !== undefined) return `The engine ${name} has no parameter ${other}, only ${known.join(', ')}.`;
  const wrong = engine.counts.find((key) => Object.hasOwn(given, key) && !isCount(given, key));
  if (wrong !== undefined)
    return `The parameter ${wrong} of a method is a whole number from 1 to ${LARGEST_INTEGER}, without decimals and not as text.`;
  return Object.hasOwn(given, ENCODER) ? encoderProblem(member(given, ENCODER), name, engine, context) : null;
}

function encoderProblem(
  given: JsonValue | undefined,
  engineName: string,
  { encoders, ofOtherData }: Engine,
  { data, compression }: MethodContext,
): string | null {
  if (!isObject(given)) return 'An encoder is an object.';
  const odd = Object.keys(given).find((key) => !ENCODER_MEMBERS.includes(key));
  if (odd !== undefined) return `An encoder has no ${odd}.`;
  const name = member(given, 'name');
  if (typeof name !== 'string' || name === '') return 'An encoder needs a name.';
  const encoder = encoders.get(name);
  if (encoder === undefined)
    return name === TRAINED && engineName === 'faiss'
      ? `The encoder ${TRAINED} needs a model that is trained.`
      : `The engine ${engineName} has no encoder ${name}, only ${[...encoders.keys()].join(', ')}.`;
  if (data !== 'float' && !ofOtherData.includes(name))
    return `Vectors of the data type ${data} can’t have the encoder ${name}.`;
  const parameters = member(given, 'parameters') ?? {};
  if (!isObject(parameters)) return 'The parameters of an encoder are an object.';
  for (const key of Object.keys(parameters)) {
    const isTaken = encoder.parameters.get(key);
    if (isTaken === undefined) return `The encoder ${name} of ${engineName} has no parameter ${key}.`;
    if (!isTaken(parameters, key)) return `The encoder ${name} of ${engineName} does not take this value of ${key}.`;
  }
  const own = encoder.compression(parameters);
  const isOther = own !== undefined && typeof compression === 'string' && compression !== '' && compression !== own;
  return isOther ? `The encoder ${name} compresses by ${own}, not by ${compression}.` : null;
}
