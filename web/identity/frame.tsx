import type { ReactNode } from 'react'
import { useTexts } from '../languages/index.ts'
import { DoorFrame } from '../ui/door-frame/door-frame.tsx'

type FrameProps = { title: string; text: string; children: ReactNode }

/** Pages before the door of the staff. */
export function Frame({ title, text, children }: FrameProps) {
  const t = useTexts()
  return (
    <DoorFrame name="Narthex" title={title} text={text} promise={t('identity.frame.promise')}>
      {children}
    </DoorFrame>
  )
}
