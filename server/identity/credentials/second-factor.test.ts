import { expect, test } from 'vitest'
import { hashRecoveryCode, newSecret, stepOf } from './second-factor.ts'
import { TOTP, Secret } from 'otpauth'

const own = { accountId: '018f0000-0000-7000-8000-000000000001', secretKey: 'secret' }
const other = { ...own, accountId: '018f0000-0000-7000-8000-000000000002' }

test('a recovery code is of one account of one installation, however it is typed', () => {
  const hash = hashRecoveryCode('h7kq-2mzx-p4dw', own)
  expect(hashRecoveryCode(' H7KQ 2mzx-P4DW', own)).toEqual(hash)
  expect(hashRecoveryCode('h7kq-2mzx-p4dw', other)).not.toEqual(hash)
  expect(hashRecoveryCode('h7kq-2mzx-p4dw', { ...own, secretKey: 'another' })).not.toEqual(hash)
})

test('a code of an app is good for its half-minute, the one before and the one after', () => {
  const secret = newSecret()
  const at = new Date('2026-11-22T09:00:10Z')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
  const stepAfter = (seconds: number) => stepOf(secret, code, new Date(at.getTime() + seconds * 1000))
  const step = stepAfter(0)
  expect([-60, -30, 0, 30, 60].map(stepAfter)).toEqual([null, step, step, step, null])
})
