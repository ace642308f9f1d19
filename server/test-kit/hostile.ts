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

type Schema = { shape?: Record<string, unknown>; def?: { options?: Schema[]; values?: unknown[] } }

/** The objects that one part of a call may be: several where it is one of several kinds. */
const shapesOf = ({ shape, def }: Schema = {}): Record<string, unknown>[] =>
  shape ? [shape] : (def?.options ?? []).flatMap(shapesOf)

/** Names of the fields of one part of a call. */
export function fieldsOf(endpoint: Endpoint, part: 'params' | 'query' | 'body'): string[] {
  const shapes = shapesOf(endpoint[part] as Schema | undefined)
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape)))]
}

/** Bodies with this value in one field after the other; of a body of several kinds, of each kind. */
export const bodiesWith = (endpoint: Endpoint, value: unknown): object[] =>
  shapesOf(endpoint.body as Schema | undefined).flatMap((shape) => {
    const kind = Object.entries(shape).flatMap(([name, field]) => {
      const [only, ...more] = (field as Schema).def?.values ?? []
      return only === undefined || more.length > 0 ? [] : [[name, only] as const]
    })
    return Object.keys(shape).map((name) => ({ ...Object.fromEntries(kind), [name]: value }))
  })
