import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import type { Section } from './places.ts'

export type FindProps = { sections: readonly Section[]; onClose: () => void }
/** Brings the dialog of a door: it is loaded when it is opened for the first time. */
export type LoadFind = () => Promise<{ Find: ComponentType<FindProps> }>

const isCall = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** The quick search: opened by its button or by Ctrl K, closed by going somewhere. */
export function useFind(load: LoadFind, sections: readonly Section[]): { open: () => void; dialog: ReactNode } {
  const t = useTexts()
  const { pathname } = useLocation()
  const [Find, setFind] = useState<ComponentType<FindProps> | null>(null)
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = () => {
    load().then(
      (loaded) => {
        setFind(() => loaded.Find)
        setOpenAt(pathname)
      },
      () => toast.bad(t('ui.find.notLoaded')),
    )
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isCall(event)) return
    // The browser's own search would open.
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  const isOpen = Find !== null && openAt === pathname
  return { open, dialog: isOpen ? <Find sections={sections} onClose={() => setOpenAt(null)} /> : null }
}
