import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const KEY = 'a key that only the test knows, long enough'

test('what was sealed opens with the same key for the same purpose', () => {
  expect(unseal(seal('JBSWY3DPEHPK3PXP', KEY, 'totp'), KEY, 'totp')).toBe('JBSWY3DPEHPK3PXP')
})

test('the same text never has the same seal', () => {
  expect(seal('again', KEY, 'totp')).not.toBe(seal('again', KEY, 'totp'))
})

test('another key, another purpose, a change and nonsense open nothing', () => {
  const sealed = seal('secret', KEY, 'totp')
  const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
  expect(unseal(sealed, `${KEY}!`, 'totp')).toBeNull()
  expect(unseal(sealed, KEY, 'setup')).toBeNull()
  expect(unseal(changed, KEY, 'totp')).toBeNull()
  expect(unseal('', KEY, 'totp')).toBeNull()
  expect(unseal('not a seal at all, but rather long text', KEY, 'totp')).toBeNull()
})
