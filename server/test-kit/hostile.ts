import type { Endpoint } from '#contract/endpoint.ts'

const NESTED = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as unknown

/** What nobody would type and somebody will send. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  Number.MAX_VALUE,
  0.1,
  [],
  {},
  [[[]]],
  NESTED,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'ünïcödé \u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  `'; drop table person; --`,
  '../../etc/passwd',
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '%00%ff',
  'x'.repeat(70_000),
  '00000000-0000-0000-0000-000000000000',
  '2.34803E+12',
  '=cmd|calc!A0',
]

/** Bodies that are no object of the call at all, as raw text. */
export const hostileBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '42',
  '{',
  '{"a":1,}',
  '{"page":1e309}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '\ufeff{}',
  `{"a":"\\ud800"}`,
  `{"a":"\\u0000"}`,
  '['.repeat(20_000),
]

/** Names of the fields of one part of a call. */
export function fieldsOf(endpoint: Endpoint, part: 'params' | 'query' | 'body'): string[] {
  const shape = (endpoint[part] as { shape?: Record<string, unknown> } | undefined)?.shape
  return Object.keys(shape ?? {})
}
