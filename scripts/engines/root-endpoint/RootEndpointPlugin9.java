package mapledger.engines;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.rest.RestHandler;

/** As Elasticsearch 9 asks a plugin for its handlers. */
public class RootEndpointPlugin9 extends RootEndpoint {
    @Override
    public Collection<RestHandler> getRestHandlers(
        RestHandlersServices services, Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> hasFeature) {
        return handlers();
    }
}
