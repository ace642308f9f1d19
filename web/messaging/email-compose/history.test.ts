import { expect, test } from 'vitest'
import { begin, step, type Act, type History } from './history.ts'
import { contentOf, EMPTY, lacking, missingIn, newBlock, type Block } from './written.ts'

const TODAY = '2026-11-22'
const heading = (text: string): Block => ({ type: 'heading', text, key: text })
const after = (history: History, ...acts: Act[]) => acts.reduce(step, history)
const shown = ({ now }: History) => now.blocks.map((block) => (block.type === 'heading' ? block.text : block.type))
const three = begin({ ...EMPTY, blocks: [heading('a'), heading('b'), heading('c')] })

test('blocks are added, moved, copied and taken away, and each of it is undone and done again', () => {
  const acts: [Act, string[]][] = [
    [{ kind: 'move', key: 'c', to: 0 }, ['c', 'a', 'b']],
    [{ kind: 'move', key: 'a', to: 9 }, ['b', 'c', 'a']],
    [{ kind: 'remove', key: 'b' }, ['a', 'c']],
    [{ kind: 'duplicate', key: 'b' }, ['a', 'b', 'b', 'c']],
    [{ kind: 'add', block: heading('d'), after: 'a' }, ['a', 'd', 'b', 'c']],
    [{ kind: 'add', block: heading('d'), after: null }, ['a', 'b', 'c', 'd']],
  ]
  for (const [act, expected] of acts) {
    const done = after(three, act)
    expect(shown(done)).toEqual(expected)
    const undone = after(done, { kind: 'undo' })
    expect(shown(undone)).toEqual(['a', 'b', 'c'])
    expect(shown(after(undone, { kind: 'redo' }))).toEqual(expected)
  }
  expect(after(three, { kind: 'move', key: 'a', to: -1 })).toBe(three)
})

test('letters typed after each other in one place are one step', () => {
  const typed = after(
    three,
    { kind: 'block', key: 'a', part: { text: 'aa' } },
    { kind: 'block', key: 'a', part: { text: 'aaa' } },
    { kind: 'change', on: 'subject', part: { subject: 'H' } },
    { kind: 'change', on: 'subject', part: { subject: 'Hi' } },
  )
  const back = after(typed, { kind: 'undo' })
  expect([back.now.subject, shown(back)[0]]).toEqual(['', 'aaa'])
  expect(shown(after(back, { kind: 'undo' }))[0]).toBe('a')
  expect(after(back, { kind: 'undo' }, { kind: 'undo' }).past).toEqual([])
})

test('what a block lacks is said, and a button that leads nowhere is not kept', () => {
  const button = { ...newBlock('button', TODAY), text: 'Come', link: 'nowhere' } as Block
  expect(lacking(button)).toBe('messaging.emailBlock.linkMissing')
  expect(lacking({ type: 'picture', pictureId: 'p', width: 1, height: 1, alt: ' ', key: 'p' })).not.toBeNull()
  expect(contentOf({ ...EMPTY, blocks: [button] }).blocks).toEqual([])
  const whole = { ...button, link: 'www.grace.example/lunch' } as Block
  expect(lacking(whole)).toBeNull()
  expect(contentOf({ ...EMPTY, blocks: [whole] }).blocks).toEqual([
    { type: 'button', text: 'Come', link: 'https://www.grace.example/lunch' },
  ])
  const empty = { ...EMPTY, subject: 'Hi', blocks: [newBlock('text', TODAY), newBlock('divider', TODAY)] }
  expect(Object.keys(missingIn(empty))).toEqual(['blocks', 'destination'])
})
