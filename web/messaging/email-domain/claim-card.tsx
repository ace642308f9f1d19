import { useState } from 'react'
import type { EmailSettings } from '#contract/messaging/email-domain.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { failureText } from './failure-text.ts'
import { useClaimDomain } from './queries.ts'
import classes from './email-domain.module.css'

/** Asks for the church's domain. Nothing changes by it until its lines are found. */
export function ClaimCard({ usualAddress }: Pick<EmailSettings, 'usualAddress'>) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const claim = useClaimDomain()
  const { failure } = claim
  const service = typed.trim().replace(/^.*@/, '')
  const code = failure instanceof ApiFailure ? failure.code : null
  const refusal = () => {
    if (code === 'mail_service_domain') return t('messaging.domain.mailService', { service, address: usualAddress })
    return code === 'invalid_input' ? t('messaging.domain.notADomain') : t(failureText(failure))
  }
  return (
    <Card>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          claim.run(typed)
        }}
      >
        <TextField
          label={t('messaging.domain.yours')}
          value={typed}
          required
          maxLength={254}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="gracechapel.example"
          hint={t('messaging.domain.yoursHint')}
          error={failure ? refusal() : undefined}
          onChange={(event) => {
            claim.forget()
            setTyped(event.target.value)
          }}
        />
        <Button type="submit" kind="primary" busy={claim.busy}>
          {t('messaging.domain.continue')}
        </Button>
      </form>
    </Card>
  )
}
