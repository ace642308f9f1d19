import { useTexts } from '../../languages/index.ts'
import { useSupport } from '../../session/support.ts'
import { IconMail, IconMessage, IconPhone } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'

const dialled = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** The people of this installation, in every way that it names; without one there is nothing to show. */
export function HelpCard() {
  const t = useTexts()
  const support = useSupport()
  if (!support || (!support.email && !support.phone && !support.chatUrl)) return null
  const { email, phone, chatUrl } = support
  return (
    <Card title={t('app.home.needHelp')}>
      <p className="muted">{t('app.home.helpText')}</p>
      <ul className={classes['ways']}>
        {chatUrl && (
          <li>
            <IconMessage size={20} stroke={1.75} aria-hidden="true" />
            <a href={chatUrl} target="_blank" rel="noreferrer">
              {t('app.home.chat')}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <IconPhone size={20} stroke={1.75} aria-hidden="true" />
            <a href={dialled(phone)}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </li>
        )}
        {email && (
          <li>
            <IconMail size={20} stroke={1.75} aria-hidden="true" />
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </Card>
  )
}
