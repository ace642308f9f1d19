import { expect, test } from 'vitest'
import { emptyDraft } from '../draft/draft.ts'
import { bodyOf, EMPTY, isUnsent, missingIn } from './written.ts'

const to = { ...emptyDraft, allContacts: true, persons: [{ id: 'a', name: 'Ada' }], linkedPersonIds: ['a', 'b'] }

test('what is missing is said of each field, what is too long too', () => {
  expect(missingIn(EMPTY)).toEqual({
    title: 'messaging.pushWrite.enterTitle',
    message: 'messaging.compose.enterMessage',
    destination: 'messaging.compose.selectDestination',
  })
  expect(missingIn({ title: 'x'.repeat(81), message: 'x'.repeat(301), category: 'news', to })).toEqual({
    title: 'messaging.pushWrite.titleTooLong',
    message: 'messaging.pushWrite.messageTooLong',
  })
  expect(missingIn({ title: 'Sunday', message: 'At nine', category: 'news', to })).toEqual({})
})

test('a call gets each person once, and no numbers or files', () => {
  const { destination } = bodyOf({ ...EMPTY, title: ' Sunday ', to: { ...to, phoneNumbers: '0803' } })
  expect(destination).toEqual({ allContacts: true, personIds: ['a', 'b'] })
})

test('only what was written here would be lost', () => {
  const opened = { ...EMPTY, title: 'Sunday' }
  expect([isUnsent(opened, opened), isUnsent({ ...opened, title: 'Monday' }, opened), isUnsent(EMPTY, opened)]).toEqual(
    [false, true, false],
  )
})
