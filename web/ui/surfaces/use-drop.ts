import { useLayoutEffect, type RefObject } from 'react'
import { placeOf, type Align } from './drop-place.ts'

/** What is in sight of the window: on a phone the keyboard takes its part. */
function viewOf(): View {
  const { offsetTop = 0, offsetLeft = 0, height = innerHeight, width = innerWidth } = visualViewport ?? {}
  return {
    top: offsetTop,
    bottom: offsetTop + height,
    left: offsetLeft,
    right: offsetLeft + width,
    height: innerHeight,
  }
}
type View = { top: number; bottom: number; left: number; right: number; height: number }

function place(drop: HTMLElement, button: Element, align: Align): void {
  const { style } = drop
  const around = button.getBoundingClientRect()
  style.inlineSize = align === 'both' ? `${around.width}px` : ''
  const { scrollTop } = drop
  // Its own height, before anything holds it in.
  style.maxBlockSize = ''
  const size = { width: drop.offsetWidth, height: drop.offsetHeight }
  const { side, offset, left, maxHeight } = placeOf(around, size, viewOf(), align)
  style.top = side === 'below' ? `${offset}px` : 'auto'
  style.bottom = side === 'above' ? `${offset}px` : 'auto'
  style.left = `${left}px`
  if (size.height > maxHeight) style.maxBlockSize = `${maxHeight}px`
  drop.scrollTop = scrollTop
}

/**
 * Shows a dropdown (`popover="manual"`) above everything else, beside the element it stands in, and keeps it there while
 * the page is scrolled or what it holds grows. Stands in the page only while it is open.
 */
export function useDrop(drop: RefObject<HTMLElement | null>, open: boolean, align: Align): void {
  useLayoutEffect(() => {
    const element = drop.current
    const button = element?.parentElement
    if (!open || !element || !button) return
    element.showPopover()
    const again = () => place(element, button, align)
    again()
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) again()
    }
    const watch = new ResizeObserver(again)
    for (const child of element.children) watch.observe(child)
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    const sizes = [window, visualViewport]
    for (const one of sizes) one?.addEventListener('resize', again)
    return () => {
      watch.disconnect()
      document.removeEventListener('scroll', scrolled, { capture: true })
      for (const one of sizes) one?.removeEventListener('resize', again)
    }
  }, [drop, open, align])
}
