import { useNavigate } from '@tanstack/react-router'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import type { Saved } from './use-event-form.ts'

/** Says what came of saving and shows the event. A picture that did not go with it is named apart: the rest is saved. */
export function useAfterSave(words: TextId) {
  const t = useTexts()
  const navigate = useNavigate()
  return ({ event: { id, name }, bannerFailure }: Saved) => {
    toast.ok(t(words, { name }))
    if (bannerFailure) toast.warn(t('checkin.banner.notSaved'), { text: t(failureText(bannerFailure)) })
    void navigate({ to: paths.event, params: { id }, replace: true, ignoreBlocker: true })
  }
}
