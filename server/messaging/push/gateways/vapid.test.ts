import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { vapidOf } from './vapid.ts'

const mail = { url: 'smtp://127.0.0.1:1', from: 'Grace <hello@grace.example>' }
const config = { secretKey: 'a-key-of-thirty-two-characters-or-more', publicUrl: 'https://grace.example', mail }

test('one secret gives one key, for ever', () => {
  const { publicKey, privateKey, subject } = vapidOf(config)
  // Browsers are bound to it: were it derived otherwise, none of them could be told any more.
  expect(privateKey).toBe('fSgfprUFhtDmqMSN3WCH__PqKNDnMmPxN1ZuC1o6LmU')
  expect(vapidOf(config)).toEqual({ publicKey, privateKey, subject })
  expect(vapidOf({ ...config, secretKey: `${config.secretKey}.` }).publicKey).not.toBe(publicKey)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(publicKey)
})

test('push services are told whom to write to', () => {
  expect(vapidOf(config).subject).toBe('https://grace.example')
  const local = { ...config, publicUrl: 'http://localhost:3000' }
  expect(vapidOf(local).subject).toBe('mailto:hello@grace.example')
  expect(vapidOf({ ...local, mail: { ...mail, from: 'a@b.example' } }).subject).toBe('mailto:a@b.example')
})
