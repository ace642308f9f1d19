import { expect, test } from 'vitest'
import { roleNames } from './roles.ts'
import { contactLink } from './support.ts'

test('the quickest way to a person is offered: chat, else mail, else telephone', () => {
  const all = { chatUrl: 'https://chat.example/narthex', email: 'help@narthex.example', phone: '+234 (1) 277-0000' }
  expect([
    contactLink(all),
    contactLink({ ...all, chatUrl: null }),
    contactLink({ ...all, chatUrl: null, email: null }),
    contactLink({ chatUrl: null, email: null, phone: null }),
  ]).toEqual(['https://chat.example/narthex', 'mailto:help@narthex.example', 'tel:+23412770000', null])
})

test('roles of one name are named once, and one that has no word keeps its own', () => {
  expect(roleNames(['Communicator', 'BasicUser', 'Usher'], (id) => id)).toBe('app.role.communicator, Usher')
})
