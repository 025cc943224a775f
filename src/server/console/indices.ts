import { indexNameProblem, newIndexName, type Index } from '#domain/console';
import { objectMember } from '#domain/json';
import { namesByCall } from '#domain/index-operations';
import { CREATE, did, INDICES } from './action-words.ts';
import { bodyText, writeIndex } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { lookUpMapping } from './index-mapping.ts';
import { readRows } from './index-rows.ts';
import { listed, readPresent } from './listed-names.ts';
import { bodyOf, created, INCOMPLETE, indexOf, OTHERWISE, type LookUp } from './look-ups.ts';
import { madeIndex } from './made-document.ts';
import { checked, targets } from './names.ts';
import { acknowledged } from './outcomes.ts';
import { storedIndex } from './stored-otherwise.ts';

/** How many calls for rows are under way at once. */
const PARALLEL_CALLS = 4;

export const indices: HandlersOf<'indices.list' | 'indices.reload' | 'indices.create'> = {
  'indices.list': async (_input, context) =>
    sorted(
      await listed(
        context,
        (names) => readRows(context, names),
        ({ name }) => name,
      ),
    ),

  'indices.reload': async ({ body: { indexNames } }, context) => {
    if (indexNames === undefined) return readRows(context);
    const queue = namesByCall(targets(indexNames));
    const rows: Index[] = [];
    const work = async () => {
      for (let names = queue.shift(); names !== undefined; names = queue.shift())
        rows.push(...(await readPresent(names, (some) => readNamed(context, some))));
    };
    await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
    return sorted(rows);
  },

  'indices.create': ({ params: { name }, query: { providedName }, body }, context) => {
    checked(name, indexNameProblem(name));
    if (providedName !== undefined) checkProvidedName(providedName, name);
    return writeIndex(context, { method: 'PUT', path: [providedName ?? name], body: bodyText(body) }, name);
  },
};

export const indicesFacets: FacetsOf<'indices.create'> = {
  'indices.create': {
    outcome: acknowledged,
    words: did(CREATE, INDICES),
    stored: storedIndex,
    lookUp: isCreated,
    made: ({ params: { name } }, context) => madeIndex(context, name),
  },
};

/** Checks that date math stands for the name that is checked and recorded. @throws RequestError */
function checkProvidedName(providedName: string, name: string): void {
  const found = newIndexName(providedName, Date.now());
  checked(providedName, found.providedName === undefined ? 'It is not date math.' : found.problem);
  if (found.name !== name)
    throw new RequestError(
      409,
      `Nothing was created: "${providedName}" stands for "${found.name}" by now, not for "${name}".`,
      { providedName, name: found.name },
    );
}

/** An index of the name that lacks what was requested was created by another client. */
async function isCreated(...[action, gateway]: Parameters<LookUp>): ReturnType<LookUp> {
  const found = await created(indexOf, 'Index')(action, gateway);
  if (found.found !== 'done' || action.body === undefined) return found;
  const body = bodyOf(action);
  if (body === undefined) return INCOMPLETE;
  const mappings = objectMember(body, 'mappings') ?? {};
  if (Object.keys(mappings).length === 0) return found;
  return (await lookUpMapping(action.names[0] ?? '', mappings, gateway)).found === 'done' ? found : OTHERWISE;
}

/** An alias or a data stream stands for indices of other names, which are left out. */
async function readNamed(context: ConsoleContext, names: readonly string[]): Promise<readonly Index[]> {
  return (await readRows(context, names)).filter(({ name }) => names.includes(name));
}

function sorted(rows: readonly Index[]): Index[] {
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
