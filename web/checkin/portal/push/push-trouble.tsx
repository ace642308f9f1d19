import { ApiFailure } from '../../../api/call.ts'
import { portalPaths } from '../../../routing/portal-paths.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconRefresh } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../reading/failure-words.ts'
import type { PushState, usePush } from './use-push.ts'

const reasons: Partial<Record<PushState, TextId>> = {
  insecure: 'portal.push.insecure',
  home_screen: 'portal.push.homeScreen',
  unsupported: 'portal.push.unsupported',
  denied: 'portal.push.denied',
}

/** Why this device cannot be told now, and what helps; nothing where it can. */
export function PushTrouble({ state, refusal, failure, reload }: ReturnType<typeof usePush>) {
  const t = useTexts()
  const reason = reasons[state]
  if (reason) {
    const how = state === 'home_screen' && (
      <ButtonLink to={portalPaths.install} size="sm">
        {t('portal.push.how')}
      </ButtonLink>
    )
    return (
      <Note tone="info" {...(how && { action: how })}>
        {t(reason)}
      </Note>
    )
  }
  if (state === 'unread') {
    const again = (
      <Button size="sm" icon={IconRefresh} onClick={reload}>
        {t('ui.state.tryAgain')}
      </Button>
    )
    return (
      <Note tone="info" action={again}>
        {failureWords(t, failure, { network: 'portal.push.unread', timeout: 'portal.push.unread' })}
      </Note>
    )
  }
  if (refusal === undefined) return null
  // What is no answer of ours was said by the browser, or by the push service behind it.
  return <Note tone="bad">{refusal instanceof ApiFailure ? failureWords(t, refusal) : t('portal.push.failed')}</Note>
}
