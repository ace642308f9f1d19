/** Space in pixels between a dropdown and what it belongs to, and between it and the edge of the window. */
const [GAP, EDGE] = [4, 8]

type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

/** The edge of its button where a dropdown begins; `both`: it is as wide as that. */
export type Align = 'start' | 'end' | 'both'

type DropPlace = {
  /** The edge that holds to the button; the height may change under somebody's hands. */
  side: 'below' | 'above'
  /** From the edge of the window: the upper one below the button, the lower one above it. */
  offset: number
  left: number
  /** It scrolls in itself beyond this. */
  maxHeight: number
}

/**
 * Where a dropdown of this size stands: below its button, above where there is room above only, and where it fits nowhere on
 * the larger side. Sideways it stays in the window.
 */
export function placeOf(button: Box, size: Size, view: Box & { height: number }, align: Align): DropPlace {
  const [below, above] = [view.bottom - EDGE - button.bottom - GAP, button.top - GAP - view.top - EDGE]
  const side = size.height <= below || (size.height > above && below >= above) ? 'below' : 'above'
  const wanted = align === 'end' ? button.right - size.width : button.left
  const last = Math.max(view.left + EDGE, view.right - EDGE - size.width)
  return {
    side,
    offset: side === 'below' ? button.bottom + GAP : view.height - button.top + GAP,
    left: align === 'both' ? button.left : Math.min(Math.max(wanted, view.left + EDGE), last),
    maxHeight: Math.max(0, side === 'below' ? below : above),
  }
}
