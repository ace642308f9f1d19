import { useTexts } from '../../../lib/languages/index.ts'
import { Failed } from '../../../ui/states/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { Later } from '../shared/later.tsx'
import { Spinner } from '../shared/spinner.tsx'
import { useOwnFamily } from '../shared/use-own-family.ts'
import { MoreCard } from './more-card.tsx'
import { ProfileForm } from './profile-form.tsx'

const loadPushCard = async () => (await import('../push/push-card.tsx')).PushCard

/** The parent's own profile, and what belongs to this device: notifications, language, appearance, the way out. */
export function ProfilePage() {
  const t = useTexts()
  const { data, failure, reload, me, mayChange } = useOwnFamily()
  return (
    <>
      <PageHeader title={t('portal.profile.title')}>{t('portal.profile.text')}</PageHeader>
      {data && <ProfileForm key={data.id} family={data} me={me} mayChange={mayChange} />}
      {!data && (failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />)}
      <Later load={loadPushCard} />
      <MoreCard />
    </>
  )
}
