import { expect, test } from 'vitest'
import { mailLink } from './mail-address.ts'

test('nothing of an address is taken for a part of the link', () => {
  expect(mailLink('ada@mail.example')).toBe('mailto:ada@mail.example')
  expect(mailLink('a?cc=b&x%40@mail.example')).toBe('mailto:a%3Fcc%3Db%26x%2540@mail.example')
})
