import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Shorter lists are drawn whole, so that the browser's own search and print see every row. */
const DRAWN_WHOLE = 60
const OVERSCAN = 12

export type WindowRows<E> = {
  list: RefObject<E | null>
  /** Rows to draw, by index. */
  indexes: number[]
  /** Height in pixels of what is left out above and below. */
  before: number
  after: number
  /** For rows whose height is not known beforehand; they carry `data-index`. */
  measure: (row: Element | null) => void
}

/** Where the list begins in the document. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const found = list.current?.getBoundingClientRect().top
    if (found !== undefined) setTop(Math.round(found + window.scrollY))
  })
  return top
}

/** Which rows of a list that scrolls with the page are near the window. `rowHeight` in pixels. */
export function useWindowRows<E extends HTMLElement>(count: number, rowHeight: number): WindowRows<E> {
  const list = useRef<E>(null)
  const top = useTop(list)
  const window = useWindowVirtualizer<Element>({ count, estimateSize: () => rowHeight, overscan: OVERSCAN, scrollMargin: top })
  const measure = window.measureElement
  const isDrawnWhole = count <= DRAWN_WHOLE
  useLayoutEffect(() => {
    // No height above the window is a guess then, so there is nothing to make up for by scrolling.
    window.shouldAdjustScrollPositionOnItemSizeChange = isDrawnWhole ? () => false : undefined
  }, [window, isDrawnWhole])
  if (isDrawnWhole) {
    return { list, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure }
  }
  const near = window.getVirtualItems()
  const [first, last] = [near[0], near.at(-1)]
  const whole = window.getTotalSize()
  return {
    list,
    indexes: near.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? whole - (last.end - top) : whole,
    measure,
  }
}
