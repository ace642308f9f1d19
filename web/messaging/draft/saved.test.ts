import { expect, test } from 'vitest'
import { smsDraftContent } from '#contract/messaging/drafts.ts'
import { destination as destinationShape } from '#contract/messaging/sms.ts'
import { emptyDraft, type Draft } from './draft.ts'
import { draftOf, savedBodyOf } from './saved.ts'

const full: Draft = {
  ...emptyDraft,
  senderId: 'GRACE',
  allContacts: true,
  groupIds: ['g1'],
  linkedPersonIds: ['p1'],
  phoneNumbers: '0803 123 4567',
  file: { id: 'f1', fileName: 'friends.csv', contacts: null },
  failedOf: 's1',
  failedFor: ['phone_off'],
  message: 'Dear #name#',
  neutralName: 'Neighbour',
  routeId: 'alternative',
  optOutLink: false,
}

test('what is kept comes back as it was written', () => {
  const { content, destination } = savedBodyOf(full, 'GRACE')
  expect(draftOf({ content, destination, chosen: { file: 'friends.csv' } })).toEqual(full)
  // Whatever can be kept is on the page: nothing is sent that its sender did not see.
  expect(Object.keys(content).toSorted()).toEqual(Object.keys(smsDraftContent.shape).toSorted())
  expect(Object.keys(destination).toSorted()).toEqual(Object.keys(destinationShape.shape).toSorted())
})

test('a draft may lack everything, and what was not chosen is left to the church', () => {
  expect(savedBodyOf(emptyDraft, null)).toEqual({
    channel: 'sms',
    content: { senderId: '', message: '' },
    destination: {},
  })
  expect(savedBodyOf(full, null).content).toMatchObject({
    senderId: 'GRACE',
    routeId: 'alternative',
    optOutLink: false,
  })
})
