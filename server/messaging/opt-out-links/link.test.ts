import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { footerFor, isSealed, LAST_PLACE, newFooter, readToken, sampleFooter } from './link.ts'

const KEY = 'a key of this installation'
const HOST = 'https://narthex.example'
const tokenIn = (footer: string) => footer.slice(-14)

test('a link is of one length, plain SMS, and holds its recipient’s place', () => {
  const [footer, campaignId] = [newFooter(HOST), randomUUID()]
  for (const position of [1, 61, 62, 3_844, 100_000, LAST_PLACE]) {
    const line = footerFor(footer, { campaignId, position }, KEY)
    expect(line).toMatch(/^\nStop: narthex\.example\/o\/[0-9A-Za-z]{14}$/)
    expect(line.length).toBe(sampleFooter(HOST).length)
    expect(segmentsOf(line).encoding).toBe('gsm')
    expect(readToken(tokenIn(line))).toEqual({ code: tokenIn(footer).slice(0, 5), position })
    expect(isSealed(tokenIn(line), { campaignId, position }, KEY)).toBe(true)
  }
  expect(LAST_PLACE).toBeGreaterThan(100_000)
  expect(footerFor('', { campaignId, position: 1 }, KEY)).toBe('')
})

test('a link is of one recipient, one campaign and one installation', () => {
  const place = { campaignId: randomUUID(), position: 7 }
  const token = tokenIn(footerFor(newFooter(HOST), place, KEY))
  expect(isSealed(token, { ...place, position: 8 }, KEY)).toBe(false)
  expect(isSealed(token, { ...place, campaignId: randomUUID() }, KEY)).toBe(false)
  expect(isSealed(token, place, 'another key')).toBe(false)
  expect(isSealed(token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x'), place, KEY)).toBe(false)
})

test.each(['', 'x', 'AbC123xyz4567', 'AbC123xyz456789', 'AbC123xyz4567-', 'AbC123xyz4567é', '../../etc/pass'])(
  '%j is no token',
  (token) => expect(readToken(token)).toBeNull(),
)
