import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'

/** Shorter lists are drawn whole, so that the browser's own search and print see every row. */
const DRAWN_WHOLE = 60
const OVERSCAN = 12

type WindowRows<E> = {
  list: RefObject<E | null>
  /** Rows to draw, by index. */
  indexes: number[]
  /** Height in pixels of what is left out above and below. */
  before: number
  after: number
  /** For rows whose height is not known beforehand; they carry `data-index`. */
  measure: (row: Element | null) => void
}

function watchLayout(changed: () => void) {
  const watch = new ResizeObserver(changed)
  watch.observe(document.body)
  return () => watch.disconnect()
}

/** Where the list begins in the document. */
const useTop = (list: RefObject<HTMLElement | null>) =>
  useSyncExternalStore(watchLayout, () =>
    list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0,
  )

/** Readers who want larger letters get higher rows. */
const remInPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Which rows of a list that scrolls with the page are near the window. `height` of a row in rem. */
export function useWindowRows<E extends HTMLElement>(count: number, height: number): WindowRows<E> {
  const list = useRef<E>(null)
  const top = useTop(list)
  const rowHeight = useMemo(() => height * remInPixels(), [height])
  const near = useWindowVirtualizer<Element>({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const measure = near.measureElement
  const isDrawnWhole = count <= DRAWN_WHOLE
  useLayoutEffect(() => near.measure(), [near, rowHeight])
  useLayoutEffect(() => {
    // No height above the window is a guess then, so there is nothing to make up for by scrolling.
    near.shouldAdjustScrollPositionOnItemSizeChange = isDrawnWhole ? () => false : undefined
  }, [near, isDrawnWhole])
  if (isDrawnWhole) {
    return { list, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure }
  }
  const items = near.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const whole = near.getTotalSize()
  return {
    list,
    indexes: items.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? whole - (last.end - top) : whole,
    measure,
  }
}
