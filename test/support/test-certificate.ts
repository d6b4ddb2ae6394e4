import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A self-signed certificate, made anew for each test run: a key in the repository, even one that
 * protects nothing, would teach scanners and readers to ignore keys. Just enough DER (X.690) for it.
 */
export type TestCertificate = { readonly key: string; readonly cert: string };

type Subject = { readonly dnsName: string; readonly ipv4: string };

export function createTestCertificate({ dnsName, ipv4 }: Subject): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('test only')))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    // Valid for any clock that a test machine may have.
    sequence(utcTime('000101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames(dnsName, ipv4), isAuthority)),
  );
  const signature = sign('sha256', body, privateKey);
  const cert = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(cert) };
}

/** Tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const size = bytes.length;
  const long = size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  const length = size < 0x80 ? [size] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const set = (...content: readonly Uint8Array[]): Buffer => der(0x31, ...content);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
/** basicConstraints, critical: may sign (itself). */
const isAuthority = sequence(
  oid('551d13'),
  der(0x01, Buffer.from([0xff])),
  octets(sequence(der(0x01, Buffer.from([0xff])))),
);

function alternativeNames(dnsName: string, ipv4: string): Buffer {
  const names = sequence(
    der(0x82, Buffer.from(dnsName)),
    der(0x87, Buffer.from(ipv4.split('.').map(Number))),
  );
  return sequence(oid('551d11'), octets(names));
}

function pem(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
