import { useTexts } from '../../lib/languages/index.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './account.module.css'
import { Devices } from './devices.tsx'
import { FactorCard } from './factor-card.tsx'
import { PasswordCard } from './password-card.tsx'

/** One's own password, second factor, and where one is signed in. */
export function AccountPage() {
  const t = useTexts()
  const { email } = useSession().person
  return (
    <>
      <PageHeader title={t('identity.account.title')}>{t('identity.account.text', { email })}</PageHeader>
      <div className={classes['board']}>
        <Devices />
        <div className="stack">
          <FactorCard />
          <PasswordCard />
        </div>
      </div>
    </>
  )
}
