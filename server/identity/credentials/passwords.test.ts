import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('keeps argon2id with 19 MiB and 2 passes, and nothing of the password', async () => {
  const kept = await hashPassword('a quiet morning')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(kept).not.toContain('quiet')
})

test('knows the right password, and only that', async () => {
  const kept = await hashPassword('a quiet morning')
  expect(await verifyPassword('a quiet morning', kept)).toBe(true)
  for (const wrong of ['A quiet morning', 'a quiet morning ', '', 'a quiet mornin'])
    expect(await verifyPassword(wrong, kept)).toBe(false)
})

test('the same password is kept differently each time', async () => {
  expect(await hashPassword('a quiet morning')).not.toBe(await hashPassword('a quiet morning'))
})

test('a letter typed on another keyboard is the same letter', async () => {
  const composed = 'pr\u{e9}dication-\u{1ecd}j\u{1ecd}'
  expect(await verifyPassword(composed.normalize('NFD'), await hashPassword(composed))).toBe(true)
})

test('refuses, rather than queue without end, when very many come at once', async () => {
  const replies = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('a quiet morning')))
  const refused = replies.filter((reply) => reply.status === 'rejected')
  expect(refused).toHaveLength(80 - 62)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_tries', retryAfter: 5 })
  expect(await verifyPassword('a quiet morning', await hashPassword('a quiet morning'))).toBe(true)
})
