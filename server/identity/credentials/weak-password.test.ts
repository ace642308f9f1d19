import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

const owner = ['ada.obi@grace.example', 'ngozi.f.eze+choir@mail.example', 'Grace Chapel', 'Ada', 'Obi', 'Ada Obi']

describe('weak', () => {
  test.each([
    ['too short', 'k7-Vf#2qL'],
    ['too short, though the emoji take twenty code units', '🙂🙃😉😊😇🥰😍🤩😘'],
    ['common', 'password123'],
    ['common in capitals', 'PASSWORD123'],
    ['common in full-width letters', 'ｐａｓｓｗｏｒｄ１２３'],
    ['a common word with a year', 'Welcome2026!'],
    ['a common word in disguise', 'P@$$w0rd!!99'],
    ['a common word between signs', '***jesus***123'],
    ['a common word with digits inside', 'p1a2s3s4w5o6r7d8'],
    ['a verse', 'Philippians4:13'],
    ['one sign', 'aaaaaaaaaaaa'],
    ['two signs', 'abababababab'],
    ['three signs in any order', 'aabbccbbaacb'],
    ['a repeated text', 'xk9!xk9!xk9!'],
    ['a repeated text that breaks off', 'xk9!qxk9!qxk'],
    ['a walk along the keyboard', 'qwertyuiopas'],
    ['the alphabet backwards', 'zyxwvutsrq'],
    ['the digits', '2345678901'],
    ['the e-mail', 'ADA.OBI@grace.example'],
    ['the e-mail without its signs', 'adaobigraceexample'],
    ['the e-mail before the @', 'ngozi.f.eze+choir'],
    ['the name with digits', 'ada-obi-1987'],
    ['the church', 'gracechapel'],
    ['the church with a year', 'Grace Chapel 2026'],
  ])('%s: %s', (_why, password) => {
    expect(isWeakPassword(password, owner)).toBe(true)
  })
})

describe('good enough', () => {
  test.each([
    'narthex-demo',
    'a quiet morning',
    'correct donkey battery',
    'Xk9!vR2#qLmZ',
    'Ọjọ́-ìsinmi-dára',
    '教会の静かな朝の祈りの時間',
    'ada loves the choir',
  ])('%s', (password) => {
    expect(isWeakPassword(password, owner)).toBe(false)
  })

  test('an empty name of the person makes nothing weak', () => {
    expect(isWeakPassword('a quiet morning', ['', ' ', '@'])).toBe(false)
  })
})

test('the list is as the comparison needs it: lower case, NFKC, each once', () => {
  const lines = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(500)
  expect(lines).toEqual([...new Set(lines.map((line) => line.normalize('NFKC').toLowerCase()))])
})
