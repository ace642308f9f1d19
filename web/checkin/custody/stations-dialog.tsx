import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listStations, revokeStation } from '#contract/checkin/offline.ts'
import type { Result } from '#contract/endpoint.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { keyOf, read } from '../../lib/queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import { underWay } from '../shared/under-way.ts'
import classes from './custody.module.css'

type Station = Result<typeof listStations>[number]

function useRevoke() {
  const t = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Station) => underWay(call(revokeStation, { params: { id } })),
    onSuccess: (_, { name }) => {
      void client.invalidateQueries({ queryKey: keyOf(listStations) })
      toast.ok(t('checkin.stations.revoked', { name }))
    },
  })
}

/** Asks in place: the dialog is one already. */
function Confirm({ station, onDone }: { station: Station; onDone: () => void }) {
  const t = useTexts()
  const revoke = useRevoke()
  return (
    <div className={classes['confirm']}>
      <Note tone="warn">
        <p className="strong">{t('checkin.stations.revokeTitle', { name: station.name })}</p>
        <p>{t('checkin.stations.revokeText')}</p>
      </Note>
      {revoke.error && <Note tone="bad">{t(failureText(revoke.error))}</Note>}
      <div>
        <Button onClick={onDone}>{t('checkin.act.cancel')}</Button>
        <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate(station, { onSuccess: onDone })}>
          {t('checkin.stations.revoke')}
        </Button>
      </div>
    </div>
  )
}

function StationLine({ station, onRevoke }: { station: Station; onRevoke: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { name, seenAt, leasedPlaces, freeCodes, revoked } = station
  return (
    <li>
      <div>
        <p className="strong">{name}</p>
        <p className="small muted">{t('checkin.stations.seen', { when: format.lately(seenAt) })}</p>
        {!revoked && (
          <p className="small muted num">{t('checkin.stations.holds', { places: leasedPlaces, codes: freeCodes })}</p>
        )}
      </div>
      {revoked ? (
        <Badge>{t('checkin.stations.isOut')}</Badge>
      ) : (
        <Button kind="danger" size="sm" onClick={onRevoke} aria-label={t('checkin.stations.revokeOf', { name })}>
          {t('checkin.stations.revoke')}
        </Button>
      )}
    </li>
  )
}

function Body() {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(listStations))
  const [asked, setAsked] = useState<Station | null>(null)
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />
  if (data.length === 0) return <Empty title={t('checkin.stations.noneTitle')}>{t('checkin.stations.noneText')}</Empty>
  if (asked) return <Confirm station={asked} onDone={() => setAsked(null)} />
  return (
    <ul className={classes['stations']} aria-label={t('checkin.stations.title')}>
      {data.map((station) => (
        <StationLine key={station.id} station={station} onRevoke={() => setAsked(station)} />
      ))}
    </ul>
  )
}

/** The devices that check children in, and the way to shut a lost one out. */
export function StationsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('checkin.stations.title')}>
      <p className="muted">{t('checkin.stations.text')}</p>
      <Body />
    </Dialog>
  )
}
