import { expect, test } from 'vitest'
import { z as standIn } from './no-schemas.ts'

type Schema = { (...given: unknown[]): Schema; [name: string]: Schema }
const z = standIn as Schema

test('a schema can be made in any way, and spread', () => {
  const made = z['object']?.({ name: z['string']?.()['check']?.(z['minLength']?.(1)) })
  expect(made).toBe(z)
  expect({ ...z, own: 1 }).toEqual({ own: 1 })
})

test('checking something with it is an error, never a yes', () => {
  for (const check of ['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
    expect(() => z[check]?.('anything')).toThrow('the server checks')
})
