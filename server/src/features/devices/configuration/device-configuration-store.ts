import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CommandOutcome, ConfigurationStatus, ConfigurationValues } from "./configuration-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface StatusRow {
  deviceId: string;
  desiredVersion: number | null;
  desiredPulseValue: number | null;
  desiredVolume: number | null;
  desiredGears: number | null;
  requestedAt: Date | null;
  reportedVersion: number | null;
  reportedPulseValue: number | null;
  reportedVolume: number | null;
  reportedGears: number | null;
  reportedAt: Date | null;
  commandId: string | null;
  createdAt: Date | null;
  notAfter: Date | null;
  repliedAt: Date | null;
  outcome: CommandOutcome | null;
}

/**
 * Returns one status per given ID, even for unknown IDs. `desired`, `reported`, and `command` are null if missing.
 */
export async function selectConfigurationStatus(
  db: Querier,
  deviceIds: readonly string[],
): Promise<ConfigurationStatus[]> {
  const found = await sql<StatusRow>`
    SELECT given.device_id AS "deviceId", d.version AS "desiredVersion", d.pulse_value_minor AS "desiredPulseValue",
      d.volume AS "desiredVolume", d.gears AS "desiredGears", d.requested_at AS "requestedAt",
      r.version AS "reportedVersion", r.pulse_value_minor AS "reportedPulseValue", r.volume AS "reportedVolume",
      r.gears AS "reportedGears", r.reported_at AS "reportedAt",
      c.command_id AS "commandId", c.created_at AS "createdAt", c.not_after AS "notAfter",
      c.replied_at AS "repliedAt", c.outcome
    FROM unnest(${deviceIds}::text[]) AS given (device_id)
    LEFT JOIN LATERAL (
      SELECT * FROM device_configuration one WHERE one.device_id = given.device_id ORDER BY version DESC LIMIT 1
    ) d ON true
    LEFT JOIN device_reported_configuration r ON r.device_id = given.device_id
    LEFT JOIN LATERAL (
      SELECT * FROM chair_command one
      WHERE one.device_id = given.device_id AND one.type = 'configure' AND d.version IS NOT NULL
        AND (one.configuration->>'version')::integer = d.version
      ORDER BY created_at DESC LIMIT 1
    ) c ON true`.execute(db);
  return found.rows.map((row) => ({
    deviceId: row.deviceId,
    desired:
      row.desiredVersion === null || row.requestedAt === null
        ? null
        : {
            version: row.desiredVersion,
            pulseValue: row.desiredPulseValue,
            volume: row.desiredVolume,
            gears: row.desiredGears,
            at: row.requestedAt,
          },
    reported:
      row.reportedVersion === null || row.reportedAt === null
        ? null
        : {
            version: row.reportedVersion,
            pulseValue: row.reportedPulseValue,
            volume: row.reportedVolume,
            gears: row.reportedGears,
            at: row.reportedAt,
          },
    command:
      row.commandId === null || row.createdAt === null || row.notAfter === null
        ? null
        : {
            commandId: row.commandId,
            createdAt: row.createdAt,
            notAfter: row.notAfter,
            repliedAt: row.repliedAt,
            outcome: row.outcome,
          },
  }));
}

export async function insertConfiguration(
  uow: UnitOfWork,
  configuration: ConfigurationValues & {
    readonly deviceId: string;
    readonly version: number;
    readonly requestedBy: string;
    readonly at: Date;
  },
): Promise<void> {
  const { deviceId, version, pulseValue, volume, gears, requestedBy, at } = configuration;
  await sql`
    INSERT INTO device_configuration (device_id, version, pulse_value_minor, volume, gears, requested_at, requested_by)
    VALUES (${deviceId}, ${version}, ${pulseValue}, ${volume}, ${gears}, ${at}, ${requestedBy})`.execute(uow);
}

export interface ReportedConfiguration {
  readonly deviceId: string;
  readonly configuration: ChairConfiguration;
}

/**
 * Saves the configurations that chairs report.
 * @returns the chairs whose report is their first or differs from the previous one, with their outlets
 */
export async function saveReported(
  uow: UnitOfWork,
  reports: readonly ReportedConfiguration[],
  at: Date,
): Promise<{ deviceId: string; outletId: string }[]> {
  const rows = reports.map(({ deviceId, configuration }) => ({ deviceId, ...configuration }));
  return sql<{ deviceId: string; outletId: string }>`
    WITH saved AS (
      INSERT INTO device_reported_configuration AS stored
        (device_id, version, pulse_value_minor, volume, gears, reported_at)
      SELECT device_id, given.version, given."pulseValue", given.volume, given.gears, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("deviceId" text, version integer,
        "pulseValue" bigint, volume integer, gears integer)
      JOIN device ON device_id = given."deviceId" ORDER BY device_id
      ON CONFLICT (device_id) DO UPDATE SET version = excluded.version,
        pulse_value_minor = excluded.pulse_value_minor, volume = excluded.volume, gears = excluded.gears,
        reported_at = excluded.reported_at
      WHERE (stored.version, stored.pulse_value_minor, stored.volume, stored.gears)
        IS DISTINCT FROM (excluded.version, excluded.pulse_value_minor, excluded.volume, excluded.gears)
      RETURNING device_id
    )
    SELECT device_id AS "deviceId", outlet_id AS "outletId" FROM saved JOIN device USING (device_id)
    ORDER BY device_id`.rows(uow);
}
