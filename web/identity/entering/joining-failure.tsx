import type { ApiFailure } from '../../api/call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { FailureNote } from './frame.tsx'

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  slug_taken: 'identity.signUp.slugTaken',
  wrong_code: 'identity.signUp.wrongCode',
  email_taken: 'identity.invitation.emailTaken',
}

/** Why joining did not go through. */
export function JoiningFailure({ failure }: { failure: ApiFailure | null }) {
  const t = useTexts()
  const own = failure && sentences[failure.code]
  return own ? <Note tone="bad">{t(own)}</Note> : <FailureNote failure={failure} />
}
