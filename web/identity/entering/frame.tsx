import type { ReactNode } from 'react'
import { useTexts, Phrase, type TextId } from '../../languages/index.ts'
import { DoorFrame } from '../../ui/door-frame/door-frame.tsx'
import { Link } from '@tanstack/react-router'
import type { ApiFailure } from '../../api/call.ts'
import { paths } from '../../routing/paths.ts'
import { Note } from '../../ui/surfaces/note.tsx'

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

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'identity.failure.network',
  timeout: 'identity.failure.network',
  too_many_tries: 'identity.failure.tooManyTries',
  weak_password: 'identity.failure.weakPassword',
  invalid_input: 'identity.failure.invalidInput',
}

/** Why a form before the door did not go through, with the way on where there is one. */
export function FailureNote({ failure }: { failure: ApiFailure | null }) {
  const t = useTexts()
  if (!failure) return null
  const reset = { link: <Link to={paths.reset} /> }
  if (failure.code === 'wrong_credentials')
    return (
      <Note tone="bad">
        <Phrase id="identity.failure.wrongCredentials" parts={reset} />
      </Note>
    )
  if (failure.code === 'invalid_token') return <Note tone="bad">{t('identity.failure.invalidToken')}</Note>
  return <Note tone="bad">{t(sentences[failure.code] ?? 'identity.failure.other')}</Note>
}

export type Credentials = { userName: string; password: string; tenantId?: string; code?: string }

/** What the right password leads to where it is not enough. */
export type SecondStepWanted = { failure: ApiFailure; credentials: Credentials }

/** A field's `ref` that puts the focus there when a step begins; the button that led to it is gone. */
export const focusOn = (input: HTMLInputElement | null) => input?.focus()
