import { expect, test } from 'vitest'
import { readDomain } from './domain-name.ts'
import { judge, policyNames, wantedLines, type Told } from './domain-lines.ts'

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'
const [bounces, key, policy] = wantedLines('grace.example', { selector: 'nx0', publicKey: KEY }, 'mail.narthex.example')
const told = (...values: string[]): Told => ({ is: 'told', values })
const faultOf = (line: typeof key, ...values: string[]) => line && judge(line, told(...values)).fault
const stateOf = (line: typeof key, ...values: string[]) => line && judge(line, told(...values)).state

test('the lines of a domain, as they are to be copied', () => {
  expect([bounces, key, policy].map((line) => [line?.type, line?.name, line?.value])).toEqual([
    ['CNAME', 'bounces.grace.example', 'mail.narthex.example'],
    ['TXT', 'nx0._domainkey.grace.example', `v=DKIM1; k=rsa; p=${KEY}`],
    ['TXT', '_dmarc.grace.example', 'v=DMARC1; p=none'],
  ])
})

test('a key is right by its tags, and what is wrong with it is said', () => {
  for (const right of [`v=DKIM1; k=rsa; p=${KEY}`, `p=${KEY}`, `k=rsa;v=DKIM1;p=${KEY.slice(0, 20)} ${KEY.slice(20)};`])
    expect(stateOf(key, right)).toBe('found')
  expect(faultOf(key, `v=DKIM1; k=rsa; p=${KEY.slice(0, 30)}`)).toBe('cut')
  expect(faultOf(key, `"v=DKIM1; k=rsa; p=${KEY}"`)).toBe('quoted')
  expect(faultOf(key, `v=DKIM1; k=rsa; p=${KEY}`, 'v=DKIM1; p=')).toBe('several')
  for (const other of ['v=DKIM1; p=', 'v=DKIM1; p=AAAA', `v=DKIM1; k=ed25519; p=${KEY}`, 'hello'])
    expect(faultOf(key, other)).toBe('other')
})

test('bounces lead to us and nowhere else', () => {
  expect(stateOf(bounces, 'Mail.Narthex.example.')).toBe('found')
  expect(faultOf(bounces, 'mail.narthex.example.evil.example')).toBe('elsewhere')
})

test('a policy of the church’s own stays; two of them count as none', () => {
  for (const right of ['v=DMARC1; p=none', 'v=DMARC1;p=reject;rua=mailto:x@y.example', ' v = DMARC1; p=Quarantine'])
    expect(stateOf(policy, right, 'google-site-verification=1')).toBe('found')
  expect(faultOf(policy, 'v=DMARC1; p=none', 'v=DMARC1; p=reject')).toBe('several')
  for (const other of ['v=DMARC1', 'v=DMARC1; p=maybe', 'v=DMARC12; p=none'])
    expect(faultOf(policy, other)).toBe('other')
  expect(policyNames('news.grace.org.ng')).toEqual(['_dmarc.news.grace.org.ng', '_dmarc.grace.org.ng', '_dmarc.org.ng'])
})

test('a DNS that is silent says nothing', () => {
  for (const line of [bounces, key, policy]) {
    expect(line && judge(line, { is: 'unanswered' }).state).toBe('unanswered')
    expect(line && judge(line, { is: 'missing' }).state).toBe('missing')
  }
})

test('the domain that somebody means, however they type it', () => {
  const ours = ['mail.narthex.example', 'narthex.example']
  const read = (typed: string) => readDomain(typed, ours)
  for (const typed of ['Grace.example', 'news@grace.example', 'https://www.grace.example/give?x', ' grace.example. '])
    expect(read(typed)).toEqual({ domain: 'grace.example' })
  expect(read('ẹkọ.example')).toEqual({ domain: 'xn--k-ewm3c.example' })
  for (const service of ['gracechapel@gmail.com', 'yahoo.co.uk', 'Freemail.example', 'web.de', 'me.com'])
    expect(read(service)).toBe('mail_service')
  expect(read('gmail.grace.example')).toEqual({ domain: 'gmail.grace.example' })
  const none = [
    '',
    'grace',
    'narthex.example',
    'x.mail.narthex.example',
    '10.0.0.1',
    'a..example',
    '-a.example',
    'a b.example',
  ]
  for (const wrong of [
    ...none,
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
    '\0.example',
    '../x.example',
  ])
    expect(read(wrong)).toBe('invalid')
})
