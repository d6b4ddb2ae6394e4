import { statusAnswer } from '../src/features/server-status/schema.ts';

/**
 * The name of a field elsewhere: mcstatus.io v2, mcsrvstat.us v3, py-mine/mcstatus; `–` if they have
 * none.
 */
type Others = readonly [mcstatus: string, mcsrvstat: string, pymine: string];

const none = '–';
const styled = (prefix: readonly [string, string, string]): Readonly<Record<string, Others>> => ({
  raw: [`${prefix[0]}_raw`, prefix[1], prefix[2]],
  clean: [`${prefix[0]}_clean`, none, none],
  html: [`${prefix[0]}_html`, none, none],
});
const motd = (name: string): Others => [`motd.${name}`, `motd.${name}[]`, none];

/** All fields of the response by path; `[]` is an element of a list. */
const others: Readonly<Record<string, Others>> = {
  online: ['online', 'online', 'an exception'],
  offline_reason: [none, 'debug.error', 'an exception'],
  host: ['host', 'hostname', 'address.host'],
  port: ['port', 'port', 'address.port'],
  edition: ['in the path', 'in the path', 'the class'],
  brand: ['edition', none, 'version.brand'],
  ip: ['ip_address', 'ip', none],
  'srv.host': ['srv_record.host', 'debug.dns.srv', none],
  'srv.port': ['srv_record.port', 'debug.dns.srv', none],
  latency_ms: [none, none, 'latency'],
  'version.name': ['version.name_clean', 'version', 'version.name'],
  ...under('version', styled(['version.name', 'version', 'version.name'])),
  'version.protocol': ['version.protocol', 'protocol.version', 'version.protocol'],
  'version.protocol_name': [none, 'protocol.name', none],
  'players.online': ['players.online', 'players.online', 'players.online'],
  'players.max': ['players.max', 'players.max', 'players.max'],
  'players.sample[].name': [
    'players.list[].name_clean',
    'players.list[].name',
    'players.sample[].name',
  ],
  'players.sample[].id': ['players.list[].uuid', 'players.list[].uuid', 'players.sample[].id'],
  ...under('players.sample[]', styled(['players.list[].name', none, 'players.sample[].name'])),
  'players.info[].raw': ['in players.list', 'info.raw[]', 'in players.sample'],
  'players.info[].clean': ['in players.list', 'info.clean[]', none],
  'players.info[].html': ['in players.list', 'info.html[]', none],
  'players.list[].name': [
    'players.list[].name_clean',
    'players.list[].name',
    'query().players.list',
  ],
  'players.list[].id': ['players.list[].uuid', 'players.list[].uuid', none],
  ...under('players.list[]', styled(['players.list[].name', none, 'query().players.list'])),
  'motd.raw': ['motd.raw', 'motd.raw[]', 'motd.to_minecraft()'],
  'motd.clean': ['motd.clean', 'motd.clean[]', 'motd.to_plain()'],
  'motd.html': ['motd.html', 'motd.html[]', 'motd.to_html()'],
  'motd.lines[].raw': motd('raw'),
  'motd.lines[].clean': motd('clean'),
  'motd.lines[].html': motd('html'),
  icon: ['icon', 'icon', 'icon'],
  'mods[].id': ['mods[].name', 'mods[].name', 'forge_data.mods[].name'],
  'mods[].version': ['mods[].version', 'mods[].version', 'forge_data.mods[].marker'],
  mods_truncated: [none, none, 'forge_data.truncated'],
  enforces_secure_chat: [none, none, 'enforces_secure_chat'],
  eula_blocked: ['eula_blocked', 'eula_blocked', none],
  gamemode: ['gamemode', 'gamemode', 'gamemode'],
  server_id: ['server_id', 'serverid', none],
  software: ['software', 'software', 'query().software.brand'],
  'plugins[].name': ['plugins[].name', 'plugins[].name', 'query().software.plugins'],
  'plugins[].version': ['plugins[].version', 'plugins[].version', 'query().software.plugins'],
  map: [none, 'map.clean', 'query().map_name'],
  retrieved_at: ['retrieved_at', 'debug.cachetime', none],
  expires_at: ['expires_at', 'debug.cacheexpire', none],
};

function under(prefix: string, fields: Readonly<Record<string, Others>>): Record<string, Others> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, row]) => [`${prefix}.${name}`, row]),
  );
}

/** The used part of a schema. */
type Node = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
};

type Field = { readonly path: string; readonly description: string };

/** All leaf fields, in the order of the response. */
function fieldsOf(node: Node, path: string, description: string): readonly Field[] {
  const words = node.description ?? description;
  const branch = node.anyOf?.find(({ properties, items }) => properties ?? items);
  if (branch !== undefined) return fieldsOf(branch, path, words);
  if (node.items?.properties) return fieldsOf(node.items, `${path}[]`, words);
  if (node.properties === undefined) return [{ path, description: words }];
  return Object.entries(node.properties).flatMap(([name, field]) =>
    fieldsOf(field, path === '' ? name : `${path}.${name}`, words),
  );
}

/**
 * The table of all fields of a status with their names at other services.
 * @throws {Error} for a field that the table lacks, or that does not exist
 */
export function statusFieldsTable(): string {
  const node: Node = JSON.parse(JSON.stringify(statusAnswer));
  const fields = fieldsOf(node, '', '');
  const extra = Object.keys(others).filter((path) => fields.every((field) => field.path !== path));
  if (extra.length > 0) throw new Error(`there is no field ${extra.join(', ')}`);
  const rows = fields.map(({ path, description }) => {
    const row = others[path];
    if (row === undefined) throw new Error(`nothing is said of the field ${path}`);
    const cells = row.map((cell) => (/^[a-z_]+[\w.[\]()]*$/.test(cell) ? `\`${cell}\`` : cell));
    return `| \`${path}\` | ${cells.join(' | ')} | ${firstSentence(description)} |`;
  });
  return [
    '| Lineup | mcstatus.io v2 | mcsrvstat v3 | py-mine/mcstatus | Description |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function firstSentence(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/(?<=[.:;]) .*$/s, '')
    .replace(/[;:]$/, '.');
}
