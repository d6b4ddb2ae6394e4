import servicePorts from './service-ports.json' with { type: 'json' };

/**
 * Ports that clients may not direct the service to, to find out what runs there or to send bytes that
 * would be misread. One table for URLs of pictures and for game servers.
 */

/** Ports below are reserved for system services. */
const firstUserPort = 1024;

/** Other ports that web servers commonly use. */
const webPorts: ReadonlySet<number> = new Set([8000, 8080, 8081, 8443, 8888]);

/** The only system ports that pictures may come from. */
const systemWebPorts: ReadonlySet<number> = new Set([80, 443]);

/** From 1024 on, by what they are for: databases, mail, remote control, proxies, queues and the like. */
const otherServices: ReadonlySet<number> = new Set(Object.values(servicePorts).flat());

/** Whether pictures may be fetched from this port. */
export function isPicturePort(port: number): boolean {
  return systemWebPorts.has(port) || webPorts.has(port) || isUnclaimed(port);
}

/** Whether game servers may use this port. */
export function isGamePort(port: number): boolean {
  return isUnclaimed(port) && !webPorts.has(port);
}

function isUnclaimed(port: number): boolean {
  return port >= firstUserPort && port <= 65_535 && !otherServices.has(port);
}
