import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startCopy, type RunningNarthex } from './kit/narthex.ts'
import { PASSWORD } from './kit/sign-in.ts'

let narthex: RunningNarthex
beforeAll(async () => {
  narthex = await startCopy(inject('preparedDemo'))
})
afterAll(() => narthex?.stop())

const doorOf = (userName: string): [path: string, body: object] => {
  if (userName.endsWith('@narthex.example')) return ['/api/operator/session', { email: userName }]
  return [userName.startsWith('family@') || !userName.includes('@') ? '/api/checkin/session' : '/login', { userName }]
}

test('every sign-in that the console prints works at once', async () => {
  const printed = [...narthex.output().matchAll(/^ {2}.* {2}(\S+@\S+)(?: or (\d+))?$/gm)]
  const userNames = printed.flatMap(([, email, phone]) => [email, phone].filter((name) => name !== undefined))
  expect(userNames).toHaveLength(11)
  for (const userName of userNames) {
    const [path, who] = doorOf(userName)
    const { status } = await fetch(narthex.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: narthex.url },
      body: JSON.stringify({ ...who, password: PASSWORD }),
    })
    expect([userName, status]).toEqual([userName, 200])
  }
})
