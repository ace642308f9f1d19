import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readDoor, type PortalChurch } from '#contract/checkin/door.ts'
import { ApiFailure } from '../../../lib/api.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { churchPath, portalPaths } from '../../../lib/portal-paths.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Spinner } from '../shared/spinner.tsx'
import { useParam } from '../shared/use-param.ts'
import { useRead } from '../shared/use-read.ts'
import { AskForCode } from './ask-for-code.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { UnknownChurch } from './church-page.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** One-time code, in two steps; also the way in for families whom the church knows and who have no password yet. */
function Steps({ church }: { church?: PortalChurch }) {
  const t = useTexts()
  const [address, setAddress] = useState('')
  return (
    <EntryFrame
      church={church}
      title={t(address ? 'portal.reset.codeTitle' : 'portal.reset.title')}
      text={t(address ? 'portal.reset.codeText' : 'portal.reset.text')}
    >
      {address ? (
        <ChoosePassword address={address} tenantId={church?.id} onOther={() => setAddress('')} />
      ) : (
        <AskForCode tenantId={church?.id} onSent={setAddress} />
      )}
      <p>
        <Link to={church ? churchPath(church.slug) : portalPaths.entrance}>{t('portal.reset.back')}</Link>
      </p>
    </EntryFrame>
  )
}

function StepsAt({ slug }: { slug: string }) {
  const { data, failure, reload } = useRead(readDoor, { params: { slug } })
  if (data) return <Steps church={data} />
  if (failure === undefined) return <Spinner />
  if (failure instanceof ApiFailure && failure.code === 'not_found') return <UnknownChurch />
  return (
    <main>
      <Failed failure={failure} onRetry={reload} />
    </main>
  )
}

export function ResetPage() {
  const slug = useParam('church')
  return slug ? <StepsAt slug={slug} /> : <Steps />
}
