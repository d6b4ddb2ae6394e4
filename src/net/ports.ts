/**
 * Ports that clients may not direct the service to, so that it can neither be used to find out what
 * runs on somebody's machine nor to send bytes to a service that would misread them. One table for URLs
 * of pictures and for game servers.
 */

/** Ports below are reserved for system services. */
const firstUserPort = 1024;

/** Other ports that web servers commonly use. */
const webPorts: ReadonlySet<number> = new Set([8000, 8080, 8081, 8443, 8888]);

/** The only system ports that pictures may come from. */
const systemWebPorts: ReadonlySet<number> = new Set([80, 443]);

/** From 1024 on: databases, mail, remote control, proxies, message queues and the like. */
const otherServices: ReadonlySet<number> = new Set([
  // Proxies and tunnels: SOCKS, OpenVPN, L2TP, PPTP, Squid, HTTP administration, Tor.
  1080, 1194, 1701, 1723, 3128, 8008, 8118, 9050, 9051, 10080,
  // Databases: SQL Server, Oracle, MySQL, PostgreSQL, CouchDB, Redis, Cassandra, InfluxDB,
  // Elasticsearch, memcached, MongoDB, RethinkDB, Neo4j, Db2, ClickHouse, Solr, ArangoDB.
  1433, 1434, 1521, 2483, 2484, 3306, 5432, 5433, 5984, 6379, 6380, 7000, 7001, 7199, 7473, 7474,
  7687, 8086, 8123, 8529, 8983, 9000, 9042, 9160, 9200, 9300, 11211, 16379, 26379, 27017, 27018,
  27019, 28015, 28017, 33060, 50000,
  // Mail on other ports, Sieve.
  2525, 4190,
  // Remote control: SSH on other ports, Docker, RDP, VNC, WinRM, X11, adb, Erlang, Webmin.
  2022, 2222, 2375, 2376, 2377, 3389, 4369, 5555, 5900, 5901, 5902, 5903, 5985, 5986, 6000, 6001,
  6002, 6003, 10000, 22222,
  // Clusters and queues: ZooKeeper, etcd, Kubernetes, Consul, Vault, Nomad, Kafka, AMQP, MQTT,
  // NATS, STOMP.
  1883, 2181, 2379, 2380, 4222, 4646, 5671, 5672, 6443, 8200, 8300, 8301, 8500, 8883, 9092, 10250,
  10255, 15672, 25672, 61613, 61616,
  // Files and directories: NFS, iSCSI, global catalogue, Apple file services, lockd, printing over
  // the net, Git, rsync over others.
  2049, 3260, 3268, 3269, 3659, 4045, 6566, 9418,
  // Telephony and chat: H.323, SIP, STUN, XMPP, IRC.
  1719, 1720, 3478, 5060, 5061, 5222, 5269, 6660, 6661, 6662, 6663, 6664, 6665, 6666, 6667, 6668,
  6669, 6679, 6697,
  // Monitoring: Nagios, Zabbix, Prometheus.
  5666, 9090, 9100, 10050, 10051,
  // Discovery and other UDP services: RADIUS, SSDP, WS-Discovery, mDNS, CoAP.
  1812, 1813, 1900, 3702, 5353, 5683,
]);

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
