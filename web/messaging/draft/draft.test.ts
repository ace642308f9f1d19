import { expect, test } from 'vitest'
import { ALL_CONTACTS } from '#contract/messaging/sms.ts'
import {
  quoteBodyOf,
  sendBodyOf,
  destinationOf,
  emptyDraft,
  isUnsent,
  missingIn,
  type Draft,
  countNumbers,
} from './draft.ts'

const file = { id: 'f1', fileName: 'friends.csv', rows: 3, contacts: 2, duplicates: 1, rejected: 0, rejectedRows: [] }
const full: Draft = {
  ...emptyDraft,
  senderId: 'GRACE',
  allContacts: true,
  groupIds: ['g1', 'g2'],
  persons: [{ id: 'p1', name: 'Ada' }],
  linkedPersonIds: ['p2', 'p1'],
  phoneNumbers: '0803 123 4567\n0805',
  file,
  message: 'Dear #name#, welcome',
}

test('counts numbers between commas, semicolons and new lines, whatever stands around them', () => {
  expect(countNumbers(' 0803 123 4567,\n+44 7911 123456;;0805\r\n, ')).toBe(3)
  expect(countNumbers(' , \n')).toBe(0)
})

test('nothing chosen is no destination', () => {
  expect(destinationOf(emptyDraft)).toBeNull()
  expect(destinationOf({ ...emptyDraft, phoneNumbers: ' , \n' })).toBeNull()
})

test('every kind of destination goes along, and a person named twice goes once', () => {
  expect(destinationOf(full)).toEqual({
    allContacts: true,
    groupIds: ['g1', 'g2'],
    personIds: ['p2', 'p1'],
    phoneNumbers: '0803 123 4567\n0805',
    contactFileId: 'f1',
  })
})

test('the send names all contacts and groups as category_id, persons by commas and the numbers as typed', () => {
  expect(sendBodyOf(full, 'GRACE')).toEqual({
    subject: 'GRACE',
    message: 'Dear #name#, welcome',
    isPersonalized: true,
    groupedContacts: [ALL_CONTACTS, 'group_g1', 'group_g2'],
    ToContacts: 'p2,p1',
    toOthers: '0803 123 4567\n0805',
    contactFileId: 'f1',
    neutralName: 'Friend',
  })
})

test('the neutral word is asked for only where the message speaks by name, and never empty', () => {
  expect(quoteBodyOf({ ...full, neutralName: '  ' }, null)?.neutralName).toBe('Friend')
  expect(quoteBodyOf({ ...full, message: 'Welcome' }, null)).not.toHaveProperty('neutralName')
})

test('there is no cost to ask for without a text or without a destination', () => {
  expect(quoteBodyOf({ ...full, message: '  \n' }, null)).toBeNull()
  expect(quoteBodyOf({ ...emptyDraft, message: 'Welcome' }, null)).toBeNull()
  expect(quoteBodyOf({ ...full, message: 'a'.repeat(1601) }, null)).toBeNull()
})

test('names what is missing before a send', () => {
  expect(missingIn(emptyDraft, null)).toEqual({ message: 'empty', destination: true, sender: true })
  expect(missingIn({ ...full, message: 'a'.repeat(1601) }, 'GRACE')).toEqual({ message: 'too_long' })
  expect(missingIn(full, 'GRACE')).toEqual({})
})

test('a message that was only loaded is not unsent text, a changed one is', () => {
  const loaded = { ...emptyDraft, message: 'Welcome' }
  expect(isUnsent(loaded, loaded)).toBe(false)
  expect(isUnsent({ ...loaded, message: 'Welcome home' }, loaded)).toBe(true)
  expect(isUnsent({ ...loaded, message: ' ' }, loaded)).toBe(false)
  expect(isUnsent({ ...emptyDraft, file }, emptyDraft)).toBe(true)
})

test('sender ID, route and link are asked about too, and those whom a message failed to reach are chosen by that message', () => {
  const again = { ...emptyDraft, failedOf: 's1', message: 'Welcome', routeId: 'alternative', optOutLink: false }
  expect(quoteBodyOf(again, 'GRACE')).toEqual({
    destination: { failedOf: 's1' },
    message: 'Welcome',
    senderId: 'GRACE',
    routeId: 'alternative',
    optOutLink: false,
  })
  expect(sendBodyOf(again, 'GRACE')).toMatchObject({ failedOf: 's1', routeId: 'alternative', optOutLink: false })
})
