import type { ReactNode } from 'react'
import classes from './states.module.css'

const { f, s, g, thick, thicker } = classes
const ARCH = 'M22 116V58a42 42 0 0 1 84 0v58'
const GROUND = 'M8 116h112'

/** One arch with one thing in it. */
const pictures = {
  open: (
    <>
      <path d="M40 116V60a24 24 0 0 1 48 0v56" className={g} />
      <path d="M40 116l-14 12M88 116l14 12M64 116v14" />
    </>
  ),
  lens: (
    <>
      <circle cx="60" cy="70" r="19" className={f} />
      <path d="M74 84l14 14" className={thick} />
    </>
  ),
  offline: (
    <g className={thicker}>
      <path d="M44 74a28 28 0 0 1 40 0M52 84a17 17 0 0 1 24 0M62 94h4" />
      <path d="M38 56l52 50" />
    </g>
  ),
  closed: (
    <>
      <path d="M36 116V60a28 28 0 0 1 56 0v56" className={f} />
      <path d="M64 33v83" />
      <path d="M57 80v7M71 80v7" className={thick} />
    </>
  ),
  hourglass: (
    <>
      <path d="M36 116V60a28 28 0 0 1 56 0v56" className={f} />
      <path d="M50 58h28M50 104h28" />
      <path d="M53 58v8c0 8 8 10 8 15s-8 7-8 15v8h22v-8c0-8-8-10-8-15s8-7 8-15v-8z" className={s} />
      <path d="M56 100h16l-8-7zM64 82v6" />
    </>
  ),
  crowd: (
    <>
      <path d="M36 116V60a28 28 0 0 1 56 0v56" className={f} />
      <g className={s}>
        <circle cx="64" cy="70" r="8" />
        <path d="M50 116v-16a14 14 0 0 1 28 0v16" />
        <circle cx="44" cy="84" r="7" />
        <path d="M32 116v-8a12 12 0 0 1 20-9" />
        <circle cx="84" cy="84" r="7" />
        <path d="M96 116v-8a12 12 0 0 0-20-9" />
      </g>
    </>
  ),
  done: (
    <>
      <path d="M36 116V60a28 28 0 0 1 56 0v56" className={f} />
      <path d="M52 82l9 9 17-18" className={thicker} />
    </>
  ),
  letter: (
    <>
      <path d="M44 66h40v30H60l-8 8v-8h-8z" className={f} />
      <path d="M54 78h20M54 86h12" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type Picture = keyof typeof pictures

export const Art = ({ picture, large }: { picture: Picture; large?: boolean }) => (
  <svg className={`${classes['art']} ${large ? classes['large'] : ''}`} viewBox="0 12 128 118" aria-hidden="true">
    <path d={ARCH} />
    {pictures[picture]}
    <path d={GROUND} />
  </svg>
)
