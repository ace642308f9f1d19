import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { groupPhone } from '../../lib/phone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './guardians.module.css'
import type { Child } from './queries.ts'
import { permissions, useTermsWords } from './terms-words.ts'

type GuardianLineProps = { guardian: Guardian; childrenOfFamily: readonly Child[]; onChange: () => void }

/** Somebody who may or may not collect, with what was said of them. */
export function GuardianLine({ guardian, childrenOfFamily, onChange }: GuardianLineProps) {
  const t = useTexts()
  const wordsOf = useTermsWords(childrenOfFamily)
  const { firstName, lastName, pictureUrl, phone, permission, terms, byChurch } = guardian
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const { tone, text } = permissions[permission]
  return (
    <li>
      <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
      <div className="grow">
        <p className="strong">{name}</p>
        <p className="small muted">{phone ? <Phone value={groupPhone(phone)} /> : t('checkin.call.withoutPhone')}</p>
        <p className={classes['terms']}>
          {byChurch && <span>{t('checkin.grant.byChurch')}</span>}
          {wordsOf(terms).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      </div>
      <div className={classes['end']}>
        <Badge tone={tone}>{t(text)}</Badge>
        <Button size="sm" onClick={onChange} aria-label={t('checkin.grant.changeOf', { name })}>
          {t('checkin.grant.change')}
        </Button>
      </div>
    </li>
  )
}
