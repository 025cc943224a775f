import { expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';
import { liveTemplateDocument } from '../document/live-document.ts';
import type { JsonObject } from '../json/value.ts';
import { unsentRenames } from './unsent-renames.ts';

const keyword = { type: 'keyword' };
const AT = '/body/template/mappings';
const body = (properties: JsonObject): JsonObject => ({ template: { mappings: { properties } } });
const document = () =>
  given(undefined, AT).after('document.create', {
    body: liveTemplateDocument(body({ a: keyword, host: { properties: { ip: keyword } } })),
  });
const rename = (path: string, name: string) => ['field.edit', { field: `${AT}/properties/${path}`, name }] as const;
const renamesIn = ({ state }: ReturnType<typeof document>) => Object.fromEntries(unsentRenames(state));

it('follows a field and an object over several renames, and over an undo', () => {
  const renamed = document()
    .after(...rename('a', 'b'))
    .after(...rename('b', 'c'))
    .after(...rename('host', 'server'))
    .after(...rename('server/properties/ip', 'address'));
  expect(renamesIn(renamed)).toEqual({ a: 'c', host: 'server', 'host.ip': 'server.address' });
  expect(
    renamesIn(
      document()
        .after(...rename('a', 'b'))
        .after('history.undo', {}),
    ),
  ).toEqual({});
});

it('leaves out what was renamed before the last save', () => {
  const [was, sent] = [document(), body({ b: keyword, host: { properties: { ip: keyword } } })];
  const saved = was
    .after(...rename('a', 'b'))
    .after('template.follow', { body: sent, sent, merges: false, action: 'A1' }, CLUSTER);
  expect(renamesIn(was.after(...rename('a', 'b')))).toEqual({ a: 'b' });
  expect(renamesIn(saved)).toEqual({});
  expect(renamesIn(saved.after(...rename('b', 'c')))).toEqual({ b: 'c' });
});
