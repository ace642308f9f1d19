import type { Block, Written } from './written.ts'

/** What is written, and the way back and forth between its states. */
export type History = {
  now: Written
  past: readonly Written[]
  future: readonly Written[]
  /** What was changed last: going on with the same is one step. */
  last: string
  /** Changes whenever a step is undone or done again: what shows the text begins anew. */
  epoch: number
}

/** `on` names what is changed: letters typed in one field after each other are undone together. */
export type Act =
  | { kind: 'change'; on: string; part: Partial<Written> }
  | { kind: 'block'; key: string; part: Partial<Block> }
  | { kind: 'add'; block: Block; after: string | null }
  | { kind: 'remove'; key: string }
  | { kind: 'duplicate'; key: string }
  | { kind: 'move'; key: string; to: number }
  | { kind: 'replace'; written: Written }
  | { kind: 'undo' }
  | { kind: 'redo' }

const STEPS_MOST = 100

export const begin = (now: Written): History => ({ now, past: [], future: [], last: '', epoch: 0 })

export function step(history: History, act: Act): History {
  if (act.kind === 'undo' || act.kind === 'redo') return turn(history, act.kind)
  const next = changed(history.now, act)
  if (next === history.now) return history
  const on = nameOf(act)
  const isSame = on !== '' && on === history.last
  return {
    ...history,
    now: next,
    past: isSame ? history.past : [...history.past, history.now].slice(-STEPS_MOST),
    future: [],
    last: on,
    epoch: act.kind === 'replace' ? history.epoch + 1 : history.epoch,
  }
}

const nameOf = (act: Act): string => (act.kind === 'change' ? act.on : act.kind === 'block' ? act.key : '')

function turn(history: History, kind: 'undo' | 'redo'): History {
  const { now, past, future, epoch } = history
  const [from, onto] = kind === 'undo' ? [past, future] : [future, past]
  const next = from.at(-1)
  if (!next) return history
  const [left, kept] = [from.slice(0, -1), [...onto, now]]
  return {
    now: next,
    past: kind === 'undo' ? left : kept,
    future: kind === 'undo' ? kept : left,
    last: '',
    epoch: epoch + 1,
  }
}

function changed(now: Written, act: Exclude<Act, { kind: 'undo' | 'redo' }>): Written {
  if (act.kind === 'change') return { ...now, ...act.part }
  if (act.kind === 'replace') return act.written
  const blocks = movedBlocks(now.blocks, act)
  return blocks === now.blocks ? now : { ...now, blocks }
}

type BlockAct = Extract<Act, { kind: 'block' | 'add' | 'remove' | 'duplicate' | 'move' }>

function movedBlocks(blocks: readonly Block[], act: BlockAct): readonly Block[] {
  if (act.kind === 'add') {
    const place = act.after === null ? blocks.length : blocks.findIndex(({ key }) => key === act.after) + 1
    return blocks.toSpliced(place, 0, act.block)
  }
  const at = blocks.findIndex(({ key }) => key === act.key)
  const block = blocks[at]
  if (!block) return blocks
  if (act.kind === 'remove') return blocks.toSpliced(at, 1)
  if (act.kind === 'duplicate') return blocks.toSpliced(at + 1, 0, { ...block, key: crypto.randomUUID() })
  if (act.kind === 'block') return blocks.with(at, { ...block, ...act.part } as Block)
  const to = Math.min(Math.max(act.to, 0), blocks.length - 1)
  return to === at ? blocks : blocks.toSpliced(at, 1).toSpliced(to, 0, block)
}
