-- Whoever writes a campaign would lock its route's row, which all churches share, until the transaction ends, and on several
-- machines on each of them. Routes are never deleted: the application may read them, operators may change them, nobody else.
alter table campaign drop constraint sms_campaign_route_id_fkey;
alter table campaign_part drop constraint campaign_part_route_id_fkey;
