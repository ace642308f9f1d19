import type { ReactNode } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { DoorFrame } from '../../../ui/door-frame/door-frame.tsx'
import classes from './entry-frame.module.css'

type EntryFrameProps = {
  /** Whose door this is; Narthex's own without a church. */
  church?: { name: string; logoUrl: string | null } | undefined
  title: string
  text: string
  children: ReactNode
}

/** Pages before the portal's door. */
export function EntryFrame({ church, title, text, children }: EntryFrameProps) {
  const t = useTexts()
  return (
    <DoorFrame
      name={church?.name ?? 'Narthex'}
      logo={church?.logoUrl ? <img src={church.logoUrl} alt="" className={classes['logo']} /> : undefined}
      title={title}
      text={text}
      promise={t('portal.enter.promise')}
    >
      {children}
    </DoorFrame>
  )
}
