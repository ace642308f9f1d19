import { expect, test } from 'vitest'
import { safeNext, mailLink } from './paths.ts'

test('returns to a screen of the tenant door after sign-in', () => {
  expect(safeNext('/tenant')).toBe('/tenant')
  expect(safeNext('/tenant/people?search=ada')).toBe('/tenant/people?search=ada')
})

test('returns to what works behind a shut gate, and to the outcome of a payment there', () => {
  const gated = [
    '/buyunitsexpired?payment=01990000-0000-7000-8000-000000000001&outcome=paid',
    '/subexpired?payment=01990000-0000-7000-8000-000000000001',
    '/sendsmsexpired',
    '/receiptexpired/01990000-0000-7000-8000-000000000001',
  ]
  expect(gated.map(safeNext)).toEqual(gated)
})

test('never leads to another host or another door', () => {
  const wrong = [
    '//evil.example',
    'https://evil.example/tenant',
    '/tenantevil',
    '/buyunitsexpired.evil.example',
    '/expired',
    '//buyunitsexpired',
    '/\\evil.example',
    '/',
    'javascript:alert(1)',
    undefined,
    5,
  ]
  expect(wrong.map(safeNext)).toEqual(wrong.map(() => undefined))
})

test('nothing of an address is taken for a part of the link', () => {
  expect(mailLink('ada@mail.example')).toBe('mailto:ada@mail.example')
  expect(mailLink('a?cc=b&x%40@mail.example')).toBe('mailto:a%3Fcc%3Db%26x%2540@mail.example')
})
